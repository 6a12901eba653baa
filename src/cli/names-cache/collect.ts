import { claimMarks, type NamedKind, type NameKind, namedKinds } from "../../catalogue/named.ts";
import { createMemberReader } from "../../client/json/members.ts";
import type { Element } from "../../client/json/split-whole.ts";
import { isRecord } from "../../core/json-record.ts";
import { maskUserInfo } from "../../core/secrets/names.ts";
import { maxNames, type Seen } from "./merge.ts";
import { aboutOf, type Name, wordOf } from "./name.ts";

/** Collects the names in the rows of a list as they pass. */
export interface NameCollector {
  /** Takes a row. Never fails: one that cannot be read has no name. */
  add(element: Element): void;
  /** What the rows have shown, by kind; of the kinds that rows only mention, a part. */
  seen(isWhole: boolean, nowMs: number): ReadonlyMap<NameKind, Seen>;
}

/** Of so many machines what they mention is taken down too: reading it costs more than the names. */
const maxMentioning = 200;

const mentioned = ["pool", "zone", "tag_names", "agent_name", "workload_annotations"] as const;

/** A collector for the rows of a kind's list; rows of machines are also read for what they mention. */
export function collectNames(kind: NameKind): NameCollector {
  const { word, also, about, hasStatus }: NamedKind = namedKinds[kind];
  const members = [word, ...also, ...(about === undefined ? [] : [about]), ...(hasStatus ? ["status"] : [])];
  const readNames = createMemberReader(members);
  const mentionsOthers = hasStatus === true;
  const readAll = mentionsOthers ? createMemberReader([...members, ...mentioned]) : readNames;
  const rows: Readonly<Record<string, unknown>>[] = [];
  return {
    add(element) {
      if (rows.length >= maxNames) return;
      try {
        const row = (rows.length < maxMentioning ? readAll : readNames)(element);
        if (isRecord(row)) rows.push(row);
      } catch {
        // Whoever prints the row says what is wrong with it.
      }
    },
    seen(isWhole, nowMs) {
      const names = rows.flatMap((row): Name[] => {
        const name = nameOf(row, namedKinds[kind], nowMs);
        return name === undefined ? [] : [name];
      });
      const own: Seen = { names, isWhole: isWhole && rows.length < maxNames, nowMs };
      return new Map([[kind, own], ...(mentionsOthers ? mentions(rows, nowMs) : [])]);
    },
  };
}

function nameOf(
  row: Readonly<Record<string, unknown>>,
  { word, also, about, hasStatus }: NamedKind,
  seenMs: number,
): Name | undefined {
  const text = wordOf(row[word]);
  if (text === "") return undefined;
  const [first = "", second = ""] = also.map((member) => wordOf(row[member]));
  const status = hasStatus && /^\d{1,4}$/.test(String(row["status"])) ? String(row["status"]) : "";
  return {
    word: text,
    also: [first, second],
    about: about === undefined ? "" : aboutOf(withoutSecrets(row[about])),
    status,
    seenMs,
  };
}

/** An address may hold a password. */
const withoutSecrets = (value: unknown): unknown =>
  typeof value === "string" && value.includes("@") ? maskUserInfo(value) : value;

/** The pools, zones, tags and claims that machines mention; there may be more of them. */
function mentions(
  rows: readonly Readonly<Record<string, unknown>>[],
  nowMs: number,
): readonly (readonly [NameKind, Seen])[] {
  const words = {
    resourcepools: new Set<string>(),
    zones: new Set<string>(),
    tags: new Set<string>(),
    claims: new Set<string>(),
  };
  for (const row of rows.slice(0, maxMentioning)) {
    const { pool, zone, tag_names: tags } = row;
    words.claims.add(wordOf(claimOf(row)));
    if (isRecord(pool)) words.resourcepools.add(wordOf(pool["name"]));
    if (isRecord(zone)) words.zones.add(wordOf(zone["name"]));
    if (Array.isArray(tags)) for (const tag of tags) words.tags.add(wordOf(tag));
  }
  return Object.entries(words).map(([kind, found]) => [
    kind as NameKind,
    {
      names: [...found].filter((word) => word !== "").map((word) => plainName(word, nowMs)),
      isWhole: false,
      nowMs,
    },
  ]);
}

/** The name of an object of which nothing else is kept. */
export const plainName = (word: string, seenMs: number): Name => ({
  ...{ word, also: ["", ""], about: "", status: "" },
  seenMs,
});

/** The claim that a machine is marked for; some services do not show its agent name. */
function claimOf({ agent_name: mark, workload_annotations: annotations }: Readonly<Record<string, unknown>>) {
  const { agentName, annotation } = claimMarks;
  if (typeof mark === "string") return mark.startsWith(agentName) ? mark.slice(agentName.length) : undefined;
  return isRecord(annotations) ? annotations[annotation] : undefined;
}
