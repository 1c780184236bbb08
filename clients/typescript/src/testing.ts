/** A throwaway service for tests in Node. */

import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";

/** A running service. With `await using`, it is stopped at the end of the block. */
export interface Served extends AsyncDisposable {
  readonly url: string;
  /** stops the service, and deletes its store */
  stop(): Promise<void>;
}

export interface ServingOptions {
  /** the settings of the service, such as `{ YARROW_SECRET: … }`; those of the environment do not apply */
  variables?: Readonly<Record<string, string>>;
  /** starts the service, by default `["yarrow"]`, which the path has to have */
  program?: readonly string[];
}

/** Runs a service on a free port of this machine, with an empty store of its own. */
export async function serving({ variables = {}, program = ["yarrow"] }: ServingOptions = {}): Promise<Served> {
  const folder = await mkdtemp(join(tmpdir(), "yarrow-"));
  const own = Object.entries(process.env).filter(([name]) => !name.startsWith("YARROW_"));
  const [command = "yarrow", ...before] = program;
  const service = spawn(command, [...before, "serve", "--port", "0", "--data-dir", folder, "--json"], {
    env: { ...Object.fromEntries(own), ...variables },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let said = "";
  service.stderr.setEncoding("utf-8").on("data", (text: string) => (said = (said + text).slice(-10_000)));
  const ended = new Promise<void>((resolve) => service.once("close", () => resolve()));
  const failed = new Promise<never>((_, reject) => service.once("error", reject));
  failed.catch(() => undefined);
  const stop = async () => {
    if (service.exitCode === null && service.signalCode === null && service.pid !== undefined) service.kill();
    if (service.pid !== undefined) await ended;
    await rm(folder, { recursive: true, force: true });
  };
  try {
    const lines = createInterface(service.stdout);
    const [line] = (await Promise.race([once(lines, "line"), ended, failed])) ?? [];
    if (typeof line !== "string") throw new Error(`The service has not started. ${said.trim()}`);
    const { url } = JSON.parse(line) as { url: string };
    return { url, stop, [Symbol.asyncDispose]: stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
