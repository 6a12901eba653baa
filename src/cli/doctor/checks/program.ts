import { version } from "../../../core/version.ts";
import { type CheckSpec, ok, warning } from "../check.ts";

/** Which svc runs, and on what. */
export const programCheck: CheckSpec = {
  name: "svc",
  needs: [],
  examine({ subject }) {
    const node = process.versions.node;
    const [program = "node"] = subject.context.program.command;
    const found = `svc ${version} on Node ${node} (${program})`;
    return isSupported(node)
      ? ok(found)
      : warning(`${found}, which svc is not tried under`, "install Node 20.19, 22.3 or newer");
  },
};

/** Whether svc is made for a version of Node: 20 from 20.19 on, and from 22.3 on. */
export function isSupported(node: string): boolean {
  const [major = 0, minor = 0] = node.split(".").map(Number);
  return (major === 20 && minor >= 19) || (major === 22 && minor >= 3) || major > 22;
}
