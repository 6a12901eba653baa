import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { DescribedGroup } from "../../../catalogue/described.ts";
import { readCatalogue } from "../../../client/description/cache.ts";
import { cacheFolder, descriptionFolder, hashFile } from "../../../client/description/folder.ts";
import { readDescription } from "../../../client/service/description.ts";
import { isRecord } from "../../../core/json-record.ts";
import { formatAge } from "../../../core/text/duration.ts";
import { type CheckSpec, type Finding, ok, warning } from "../check.ts";
import { connectionOf, type Facts, openClient } from "../facts.ts";

/** What the service says that it offers beyond the documents, and what svc has kept of it. Nothing is written. */
export const descriptionCheck: CheckSpec = {
  name: "description",
  needs: ["service"],
  async examine(facts) {
    const { env, clock } = facts.subject.context;
    const { baseUrl } = connectionOf(facts).endpoint;
    const cache = cacheFolder(env);
    const folder = cache === undefined ? undefined : descriptionFolder(cache, baseUrl);
    const kept = folder === undefined ? undefined : readCatalogue(folder, baseUrl);
    if (folder === undefined || kept === undefined || kept.isAbsent) return await askedFinding(facts);
    return judgeKept({
      ...kept,
      ageMs: clock.now() - kept.fetchedAtMs,
      hash: readHash(folder),
      seenHash: facts.hash,
    });
  },
};

async function askedFinding(facts: Facts): Promise<Finding> {
  const value = await readDescription(openClient(facts, { credentials: undefined }));
  if (value === undefined) return ok("the service does not describe itself: svc has the documented commands");
  const resources = isRecord(value) ? value["resources"] : undefined;
  if (!Array.isArray(resources))
    return warning(
      "what the service says of itself is not a description",
      "svc has the documented commands; svc api sends any other request",
    );
  const hash = isRecord(value) && typeof value["hash"] === "string" ? value["hash"] : facts.hash;
  return ok(
    `${resources.length} resources${hashText(hash)}; svc learns their commands when one of them is used`,
  );
}

/** What is kept of a description, and what answers say of the service's own. */
interface Kept {
  readonly groups: readonly Pick<DescribedGroup, "operations">[];
  readonly isOutdated: boolean;
  readonly ageMs: number;
  readonly hash: string | undefined;
  readonly seenHash: string | undefined;
}

export function judgeKept({ groups, isOutdated, ageMs, hash, seenHash }: Kept): Finding {
  const count = groups.reduce((sum, { operations }) => sum + Object.keys(operations).length, 0);
  const age = formatAge(ageMs);
  const found = `${count} further commands in ${groups.length} groups, learned ${age} ago`;
  const isOther = seenHash !== undefined && hash !== undefined && seenHash !== hash;
  return isOutdated || isOther
    ? warning(`${found}; the service's description has changed since`, "svc describe --refresh")
    : ok(`${found}${hashText(hash)}`);
}

const hashText = (hash: string | undefined): string =>
  hash === undefined ? "" : `, hash ${hash.slice(0, 12)}`;

function readHash(folder: string): string | undefined {
  try {
    return readFileSync(join(folder, hashFile), "utf8").slice(0, 128);
  } catch {
    return undefined;
  }
}
