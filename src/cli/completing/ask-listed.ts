import type { NumberList } from "../../catalogue/number-lists.ts";
import { listOperation, namesOfRow, readListed, rowsOf } from "../../client/execute/listed-fields.ts";
import type { Values } from "../../client/http/call.ts";
import { resolveValues } from "../../client/names/identifiers.ts";
import type { Context } from "../../context.ts";
import { countOccurrences } from "../../core/grouping.ts";
import { aboutOf, wordOf } from "../names-cache/name.ts";
import { askUntil } from "./ask.ts";
import type { Offer } from "./offers.ts";
import type { SelectedService } from "./service.ts";

/** Members that can describe a row; the first whose text differs from the offered word is used. */
const descriptionMembers = "product_name type_name title message rrdata type model level used_for name".split(
  " ",
);

/** Offers each row by the first name that no other row has, or else by its id. */
export async function askForListed(
  service: SelectedService,
  list: NumberList,
  identifiers: Values,
  context: Context,
  endMs: number,
): Promise<readonly Offer[]> {
  const rows = await askUntil(service, context, endMs, async (client) => {
    const { values } = await resolveValues(listOperation(list), identifiers, client, "trust");
    return rowsOf((await readListed(list, values, client, { retries: 0 })) ?? [], list);
  });
  const named = (rows ?? []).map((row) => ({ row, names: new Set(namesOfRow(row, list)) }));
  const counts = countOccurrences(named.flatMap(({ names }) => [...names]));
  return named.flatMap(({ row, names }) => {
    const word = wordOf([...names].find((name) => counts.get(name) === 1) ?? row["id"]);
    const about = descriptionMembers
      .map((member) => aboutOf(row[member]))
      .find((text) => text !== "" && text !== word);
    return word === "" ? [] : [{ word, about: about ?? "" }];
  });
}
