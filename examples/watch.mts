// Watch a fight, its story and who is to act: node watch.mts http://127.0.0.1:8000 <encounter>
import { patched, type Table, Yarrow } from "yarrow-client";

/** Returns who is to act, or how the fight has ended. */
function toAct({ over, awaits, to_act, combatants }: Table): string {
  if (over) return over.sentence;
  const asked = Object.values(awaits).filter((one) => !one.answered).map((one) => one.to);
  const cast: Record<string, { name: string }> = { narrator: { name: "the narrator" }, ...combatants };
  const names = (asked.length ? asked : to_act.who).map((one) => cast[one]?.name ?? "anyone");
  return `It is up to ${[...new Set(names)].join(" and ") || "anyone"}.`;
}

const [url, encounter = "alley"] = process.argv.slice(2);
const fight = new Yarrow(url, { speaker: "spectator" }).encounter(encounter);
let table = await fight.table();
for await (const { sentence } of fight.story({ at: table.version, level: 1 })) console.log(sentence);
console.log(`(${toAct(table)})`);
for await (const batch of fight.watch({ after: table.version, table: true, story: true })) {
  table = patched(table, batch.table ?? []);
  for (const { level, sentence } of batch.story ?? []) if (level === 1) console.log(sentence);
  console.log(`(${toAct(table)})`);
}
