export * from "yarrow-client/page";
