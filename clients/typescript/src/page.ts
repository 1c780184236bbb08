/** What the page of the service takes from this client; `npm run page` bundles it into service/page/static/options.js. */

export { fill, fillAnswer } from "./fill.ts";
export { Reader } from "./forms.ts";
export { framesOf } from "./sse.ts";
export { isSame } from "./values.ts";
