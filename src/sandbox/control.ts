import { FaultError, faultForms } from "./faults.ts";
import { type Answer, empty, json, Refusal, text } from "./handler.ts";
import { allNodes } from "./nodes/nodes.ts";
import type { World } from "./world.ts";

/** What the sandbox's own endpoint can do; it stands outside the API and takes no credentials. */
export interface Control {
  readonly world: () => World;
}

const root = "/_sandbox/";

export const isControlPath = (url: string): boolean => url.startsWith(root);

/**
 * `GET /_sandbox/status`; `GET|PUT|POST|DELETE /_sandbox/faults`, whose body is a fault a line: PUT replaces them, POST adds,
 * DELETE ends all.
 */
export async function answerControl(
  control: Control,
  method: string,
  url: string,
  readBody: () => Promise<Buffer>,
): Promise<Answer> {
  const world = control.world();
  const resource = url.slice(root.length).replace(/\?.*$/, "");
  const asked = `${method} ${resource}`;
  if (asked === "GET status") return json(describeStatus(world));
  if (asked === "GET faults") return json({ faults: world.faults.list(), forms: faultForms });
  if (asked === "PUT faults" || asked === "POST faults" || asked === "DELETE faults") {
    const given = (await readBody())
      .toString("utf8")
      .split("\n")
      .filter((line) => line.trim() !== "");
    const kept = method === "POST" ? world.faults.list() : [];
    try {
      world.faults.replace(method === "DELETE" ? [] : [...kept, ...given]);
    } catch (error) {
      if (error instanceof FaultError) return text(error.message, 400);
      throw error;
    }
    return method === "DELETE" ? empty(204) : json({ faults: world.faults.list() });
  }
  throw new Refusal(404, "Not Found");
}

const describeStatus = (world: World) => {
  const byStatus: Record<string, number> = {};
  for (const node of allNodes(world, "machine")) byStatus[node.status] = (byStatus[node.status] ?? 0) + 1;
  return {
    sandbox: true,
    segment: world.segment,
    time: new Date(world.clock.now()).toISOString(),
    machines: byStatus,
    events: world.state.events.records.length,
    faults: world.faults.list(),
  };
};
