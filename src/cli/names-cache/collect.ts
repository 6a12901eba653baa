import { claimMarks, type KindId, type NamedKind, namedKinds } from "../../catalogue/named.ts";
import { type AnswerRow, createMemberReader } from "../../client/json/elements.ts";
import { isRecord, primitiveText } from "../../core/json-record.ts";
import { maskByForm } from "../../core/secrets/text.ts";
import { descriptionOf, type Name, toName, wordOf } from "./names.ts";

const maxNames = 50_000;

const claimMembers = ["agent_name", "workload_annotations"] as const;

type Row = Readonly<Record<string, unknown>>;

export function collectNames(kind: KindId) {
  const namedKind: NamedKind = namedKinds[kind];
  const { nameMember, otherMembers, descriptionMember, hasStatus } = namedKind;
  const readRow = createMemberReader([
    ...[nameMember, ...otherMembers],
    ...(descriptionMember === undefined ? [] : [descriptionMember]),
    ...(hasStatus ? ["status", ...claimMembers] : []),
  ]);
  const names: Name[] = [];
  const claims = new Set<string>();
  return {
    add(answerRow: AnswerRow) {
      if (names.length >= maxNames) return;
      try {
        const row = readRow(answerRow);
        if (!isRecord(row)) return;
        const name = nameOf(row, namedKind);
        if (name !== undefined) names.push(name);
        if (hasStatus) claims.add(wordOf(claimOf(row)));
      } catch {
        // The code that prints the row reports the error.
      }
    },
    /** Names by kind; machines also provide the names of their claims. */
    names: () =>
      new Map<KindId, readonly Name[]>([
        [kind, names],
        ...(hasStatus
          ? [["claims", [...claims].map(toName).filter((name) => name !== undefined)] as const]
          : []),
      ]),
  };
}

function nameOf(
  row: Row,
  { nameMember, otherMembers, descriptionMember, hasStatus }: NamedKind,
): Name | undefined {
  const text = wordOf(row[nameMember]);
  const [first = "", second = ""] = otherMembers.map((member) => wordOf(row[member]));
  const isNode = otherMembers[0] === "system_id";
  // A host name that reads as a pattern, range or value would select other nodes.
  const word = isNode && (text === "" || /[*?[\]{},=/]/.test(text)) ? first : text;
  if (word === "") return undefined;
  return {
    word,
    otherNames: [first, second],
    description: descriptionMember === undefined ? "" : descriptionOf(withoutSecrets(row[descriptionMember])),
    status: hasStatus && /^\d{1,4}$/.test(primitiveText(row["status"])) ? primitiveText(row["status"]) : "",
  };
}

const withoutSecrets = (value: unknown): unknown => (typeof value === "string" ? maskByForm(value) : value);

/** Adopted machines have no claim in the agent name, and some services do not show agent names. */
function claimOf({ agent_name: mark, workload_annotations: annotations }: Row): unknown {
  const { agentName, annotation } = claimMarks;
  if (typeof mark === "string" && mark.startsWith(agentName)) return mark.slice(agentName.length);
  return isRecord(annotations) ? annotations[annotation] : undefined;
}
