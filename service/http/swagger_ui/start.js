// Shows the description of this service. It asks no other host: the validator of Swagger UI stays off.
window.ui = SwaggerUIBundle({
  url: "openapi.json",
  dom_id: "#swagger-ui",
  deepLinking: true,
  defaultModelsExpandDepth: -1, // hundreds of schemas, which are shown where they are used
  docExpansion: "list",
  validatorUrl: null,
});
