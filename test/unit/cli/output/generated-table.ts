import type { CellForm, Column } from "../../../../src/catalogue/operation.ts";
import type { SeededRandom } from "../../random.ts";

export interface GeneratedTable {
  readonly columns: readonly Column[];
  readonly rows: readonly Readonly<Record<string, unknown>>[];
}

const words = [
  ..."web db Ready Deployed default amd64/generic 10.10.0.4 52:54:00:10:00:07 jammy 4096 a".split(" "),
  "Failed deployment",
  "Failed to enter rescue mode",
  "2001:db8:10:ffff:1234:5678:9abc:def0",
  `${"host".repeat(15)}abc`,
  `${"very-long-name.".repeat(6)}example.com`,
  "日本語のホスト名",
  "ロック中 web-01",
  "👩‍💻🚀 🇩🇪",
  "e\u0301le\u0301gant na\u0308me",
  "שלום עולם",
  "خادم الويب",
  ...["\u001b[31mred\u001b[0m", "line\nbreak\tand tab", "\u202eevil"],
  "",
];

const forms: readonly (CellForm | "none")[] = ["none", "none", "status", "time", "age", "boolean", "words"];
const ranks = ["none", "none", "minor", "minor", "key", "text"] as const;

function cell(random: SeededRandom, as: CellForm | undefined, rank: Column["rank"]): unknown {
  if (random.below(12) === 0) return null;
  if (as === "boolean") return random.below(2) === 0;
  if (as === "time" || as === "age")
    return `2026-11-${10 + random.below(12)}T1${random.below(9)}:00:0${random.below(9)}.5`;
  const count = rank === "text" ? 1 + random.below(14) : 1 + random.below(2);
  return Array.from({ length: count }, () => random.pick(words)).join(" ");
}

export function generatedTable(random: SeededRandom): GeneratedTable {
  const columns = Array.from({ length: 1 + random.below(12) }, (_, index): Column => {
    const [form, rank] = [random.pick(forms), random.pick(ranks)];
    return {
      header: `C${index}${"X".repeat(random.below(9))}`,
      path: `c${index}`,
      ...(form === "none" ? {} : { as: form }),
      ...(rank === "none" ? {} : { rank }),
      ...(random.below(4) === 0 ? { min: 10 + random.below(20) } : {}),
      ...(random.below(3) === 0 ? { width: 4 + random.below(40) } : {}),
    };
  });
  const rows = Array.from({ length: 1 + random.below(6) }, () =>
    Object.fromEntries(columns.map(({ path, as, rank }) => [path, cell(random, as, rank)])),
  );
  return { columns, rows };
}
