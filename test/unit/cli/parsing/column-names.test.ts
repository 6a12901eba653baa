import { describe, expect, test } from "vitest";
import { loadAllOperations } from "../../../../src/catalogue/index.ts";
import { checkOperationColumns, shapeOf } from "../../../../src/cli/operation/shapes.ts";
import { checkColumnNames, translateSort } from "../../../../src/cli/parsing/column-names.ts";
import { rejection } from "../../rejection.ts";

const entries = await loadAllOperations();
const asking = (names: readonly string[]) => ({ columns: names, sort: names, query: undefined });

describe("the names of columns", () => {
  test("are the headers in any case and the paths behind them, for every operation", async () => {
    for (const entry of entries) {
      const { columns } = shapeOf(entry);
      const names = columns.flatMap(({ header, path }) => [header, header.toLowerCase(), path, `.${path}`]);
      await checkOperationColumns(asking(names), entry);
    }
  });

  test("are paths, and members that services answer with", async () => {
    const columns = [{ header: "NAME", path: "fqdn" }];
    const names = ["zone.name", "ip_addresses.0", "ip_addresses[0]", "fqdn", "cpu_speed", ".anything"];
    await checkColumnNames(asking(names), columns);
    await checkColumnNames({ ...asking(["-cpu_speed", "-NAME"]), columns: undefined }, columns);
  });

  test("are refused with the nearest header, for every operation", async () => {
    for (const entry of entries) {
      const [first] = shapeOf(entry).columns;
      const failure = await rejection(() =>
        checkOperationColumns(asking([`${first?.header ?? ""}QX`]), entry),
      );
      expect(failure.kind).toBe("usage");
      const nonsense = await rejection(() => checkOperationColumns(asking(["xyzzyqwerty"]), entry));
      expect(nonsense).toMatchObject({ kind: "usage" });
      expect(nonsense.details.hint).toContain(".xyzzyqwerty");
    }
    const columns = [
      { header: "NAME", path: "fqdn" },
      { header: "STATUS", path: "status_name" },
    ];
    const failure = await rejection(() =>
      checkColumnNames({ ...asking(["-statsu"]), columns: undefined }, columns),
    );
    expect(failure.message).toBe("--sort: unknown column 'statsu'");
    expect(failure.details.hint).toBe("did you mean STATUS?");
    expect(failure.details.lines).toEqual(["columns: NAME, STATUS"]);
  });

  test("are not checked with a query", async () => {
    await checkColumnNames({ columns: ["anything"], sort: ["-at", "all"], query: "[]" }, []);
  });
});

describe("the order of a column in another tool's spelling", () => {
  const separators = [":", " ", ";", "/", "=", "_", "-", ": "];
  const spellings = (column: string, isDescending: boolean): readonly (readonly string[])[] => {
    const words = isDescending
      ? ["desc", "DESC", "descending", "reverse", "-1"]
      : ["asc", "Asc", "ascending", "1"];
    return [
      ...separators.flatMap((separator) => words.map((word) => [`${column}${separator}${word}`])),
      ...words.map((word) => [column, word]),
      isDescending ? [`${column}-`] : [`+${column}`],
      [isDescending ? `${column}:-` : `${column}:+`],
    ];
  };
  const columns = [
    { header: "NAME", path: "fqdn" },
    { header: "CPUS", path: "cpu_count" },
    { header: "LAST-SEEN", path: "seen" },
  ];

  test.each(["cpus", "CPUS", "cpu_count", "last-seen", "cpu_speed"])(
    "is understood after %s",
    async (column) => {
      for (const isDescending of [true, false]) {
        for (const spelling of spellings(column, isDescending)) {
          const sort = ["name", ...spelling];
          const failure = await rejection(() =>
            checkColumnNames({ ...asking(sort), columns: undefined }, columns),
          );
          const expected = `name,${isDescending ? "-" : ""}${column}`;
          expect([spelling, failure.kind, failure.details.hint]).toEqual([
            spelling,
            "usage",
            `did you mean --sort ${expected}? a - before a column sorts it in descending order`,
          ]);
          await checkColumnNames({ ...asking(expected.split(",")), columns: undefined }, columns);
        }
      }
    },
  );

  test("is not searched for if no name is a column", () => {
    const isColumn = (name: string) => name === "cpus" || name === "desc";
    for (const sort of [
      ["desc"],
      ["asc"],
      ["cpus"],
      ["-cpus"],
      ["x:desc"],
      [":desc"],
      ["cpus:x"],
      ["cpus", "desc"],
      ["cpus:"],
    ])
      expect([sort, translateSort(sort, isColumn)]).toEqual([sort, undefined]);
    expect(translateSort(["-cpus:desc", "cpus:asc"], isColumn)).toEqual(["-cpus", "cpus"]);
  });
});
