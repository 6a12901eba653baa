import { describe, expect, test } from "vitest";
import { loadAllOperations } from "../../../../src/api/index.ts";
import { checkOperationColumns } from "../../../../src/cli/operation/operation-columns.ts";
import { shapeOf } from "../../../../src/cli/operation/result.ts";
import { checkColumnNames } from "../../../../src/cli/typed/column-names.ts";
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

  test("are whatever a query makes", async () => {
    await checkColumnNames({ columns: ["anything"], sort: ["-at", "all"], query: "[]" }, []);
  });
});
