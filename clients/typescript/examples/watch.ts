// Watch an encounter live: node dist/examples/watch.js http://127.0.0.1:8000 <encounter>
import { connect, watch } from "yarrow-client";

const [url = "http://127.0.0.1:8000", encounter = "alley"] = process.argv.slice(2);
const yarrow = connect(url, { speaker: "spectator" });
for await (const batch of watch(url, encounter, { after: 0, speaker: "spectator" })) {
  const query = { after: batch.first - 1, at: batch.version, level: 1 };
  const { data } = await yarrow.GET("/v1/encounters/{encounter}/story", { params: { path: { encounter }, query } });
  for (const { version, sentence } of typeof data === "object" ? data.entries : []) console.log(version, sentence);
}
