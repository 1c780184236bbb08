// A token is asked for where one is missing or has ended.
import { html } from "../base/html.js";
import { token } from "../base/api.js";

/** What it needs: `onToken`, which does again what failed. @param {{onToken: () => void}} props */
export function TokenForm({ onToken }) {
  const take = (/** @type {string} */ text) => (token.set(text), onToken());
  const enter = (/** @type {any} */ event) => { event.preventDefault(); take(event.target.elements.token.value.trim()); };
  return html`<form class="buttons" onSubmit=${enter}><label class="label">Access token<input name="token" autocomplete="off" required /></label><button class="main" type="submit">Enter</button>
    ${token.get() && html`<button onClick=${() => take("")}>Continue without a token</button>`}</form>`;
}
