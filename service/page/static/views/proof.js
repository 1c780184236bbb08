// Three verdicts in plain words, what they rest on, and the way to check them without this service.
import { count, faultOf, html, icon, Seen, View } from "../base/html.js";
import { copy } from "../base/session.js";

const TITLES = [["chain", "The record is whole"], ["throws", "The throws are fair"], ["legality", "The rules were kept"]];
/** @type {Record<string, [string, string, string]>} */
const VERDICTS = { proven: ["good", "proven", ""], broken: ["bad", "broken", "×"], unneeded: ["plain", "nothing to prove", "–"] };

/** @param {{label: string, note: string, value: string}} props */
const Fact = ({ label, note, value }) => html`<div><dt>${label}<span class="note">${note}</span>
  <button class="plain" aria-label="Copy ${label.toLowerCase()}" onClick=${(/** @type {any} */ event) => copy(label, value, event.target)}>Copy</button></dt><dd><code>${value}</code></dd></div>`;

export class Proof extends View {
  componentDidMount() {
    this.read();
  }

  read() {
    const { fight } = this.props;
    Promise.all([fight.api.get(`${fight.path}/audit`), fight.api.get(`${fight.path}/events`, { limit: 3 }),
        fight.table.status === "open" ? { events: [] } : fight.api.get(`${fight.path}/events`, { after: Math.max(0, fight.table.version - 20), limit: 20 })]).then(([audit, opening, closing]) => {
      const commitments = opening.events.filter((/** @type {any} */ one) => one.data?.commitment).slice(0, 1).map((/** @type {any} */ one) => ["Commitment", `event ${one.version}, before the first throw`, one.data.commitment]);
      const seeds = closing.events.flatMap((/** @type {any} */ one) => (one.data?.seeds ?? []).map((/** @type {any} */ each) => ["Seed", `opened at event ${one.version}, when the fight closed`, each.seed]));
      this.set({ problem: null, audit, seeds: [...commitments, ...seeds] });
    }).catch(this.fail);
  }

  /** Takes the bundle along: it needs the headers of this seat, so it is no plain link. */
  async take() {
    const { fight } = this.props;
    const answer = await fight.api.fetch(fight.api.address(`${fight.path}/bundle`), { headers: fight.api.headers() });
    const link = document.createElement("a");
    link.href = URL.createObjectURL(await answer.blob());
    link.download = `${fight.id}.ndjson`;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 1000);
  }

  render() {
    const { fight } = this.props, { audit, seeds, problem } = this.state;
    if (problem) return html`<div class="page"><h1>Proof</h1>${faultOf(problem, () => this.read())}</div>`;
    if (!audit) return html`<div class="page"><h1>Proof</h1><p class="muted" role="status">Checking every event …</p></div>`;
    const verdicts = TITLES.map(([key]) => audit[key].verdict);
    const lead = verdicts.includes("broken") ? "This fight does not hold." : fight.table.status === "open" ? "This fight is still open. What can be proven today is proven."
      : verdicts.some((one) => one !== "proven") ? "What can be proven of this fight is proven."
      : audit.supplied_throws + audit.rulings + audit.rewinds ? "Nothing in this record was changed. What people threw or ruled themselves is counted below." : "Nothing in this fight was changed, steered or made up.";
    const tallied = `${count(audit.commands, "command")}, ${count(audit.seeded_throws, "throw")} from the seed, ${audit.supplied_throws} thrown at the table, ${count(audit.rulings, "ruling")}, ${count(audit.rewinds, "rewind")}.`;
    return html`<div class="page"><h1>Proof</h1><p class="lead">${lead}</p>
      <ol class="verdicts">${TITLES.map(([key, title]) => {
        const { verdict, detail, fault, proven } = audit[key], [tone, word, mark] = VERDICTS[verdict === "proven" && proven === 0 ? "unneeded" : verdict] ?? ["plain", verdict.replaceAll("_", " "), "…"];
        return html`<li class=${tone}><${Seen} class="seal-mark">${tone === "good" ? icon("yes") : mark}<//><h2>${title}</h2><p class="verdict small">${word}</p><p>${detail}${fault && ` It begins at event ${fault.version}: ${fault.detail ?? ""}`}</p></li>`;
      })}</ol><p class="note">${tallied}</p>
      <section class="facts" aria-label="What it rests on"><h2>What it rests on</h2><dl>${[...seeds, ["Hash of the chain", `${audit.version} events`, audit.hash]].map(([label, note, value]) => html`<${Fact} key=${label + value} label=${label} note=${note} value=${value} />`)}</dl></section>
      <section class="take" aria-label="Check it yourself"><h2>Check it yourself</h2><p>The bundle is the whole fight in one file. The command line of this service checks it. <a href="docs/verify.py" download>verify.py</a> checks it again: it shares no code with the service, and needs only Python.</p>
        <p class="buttons"><button class="main" onClick=${() => this.take().catch(this.fail)}>Take the bundle</button></p><pre tabindex="0"><code>yarrow verify ${fight.id}.ndjson${"\n"}python verify.py ${fight.id}.ndjson</code></pre></section></div>`;
  }
}
