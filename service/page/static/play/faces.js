// Throws at the table: coins are tapped, the faces of dice and cards typed.
import { Component, html } from "../base/html.js";

/** What it needs: `needed` (what falls next), `name` (who throws), `onThrown(faces)`. */
export class Faces extends Component {
  /** @param {any} props */
  constructor(props) {
    super(props);
    this.state = { coins: "H".repeat(props.needed.count), typed: "" };
  }

  /** @param {any} before */
  componentDidUpdate(before) {
    if (before.needed !== this.props.needed) this.setState({ coins: "H".repeat(this.props.needed.count), typed: "" });
  }

  thrown() {
    const { needed, onThrown } = this.props, { coins, typed } = this.state;
    const words = typed.trim().toUpperCase().split(/[\s,]+/).filter(Boolean);
    onThrown(needed.of === "coins" ? coins : needed.of === "cards" ? words : words.map(Number));
  }

  render() {
    const { needed, name } = this.props, { coins, typed } = this.state;
    const what = `${needed.count} ${needed.of}`;
    const turned = (/** @type {number} */ at) => [...coins].map((face, place) => (place === at ? (face === "H" ? "T" : "H") : face)).join("");
    return html`<fieldset class="faces"><legend>${name} throws ${what} for ${needed.what}</legend>
      ${needed.of === "coins" ? html`<div class="coins">${[...coins].map((face, at) => html`<button type="button" class=${`coin ${face === "H" ? "heads" : "tails"}`} aria-label=${`Coin ${at + 1}: ${face === "H" ? "heads" : "tails"}`} onClick=${() => this.setState({ coins: turned(at) })} />`)}</div>`
        : html`<input aria-label=${`The faces of ${what}`} placeholder=${needed.of === "cards" ? "KH 10S" : "3 6 1"} value=${typed} onInput=${(/** @type {any} */ event) => this.setState({ typed: event.target.value })} />`}
      <button type="button" class="main" onClick=${() => this.thrown()}>That is what fell</button></fieldset>`;
  }
}
