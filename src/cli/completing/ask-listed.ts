import type { NumberList } from "../../catalogue/number-lists.ts";
import { listOperation, namesOfRow, readListed, rowsOf } from "../../client/execute/listed-fields.ts";
import type { Values } from "../../client/http/call.ts";
import { resolveValues } from "../../client/names/identifiers.ts";
import type { Context } from "../../context.ts";
import { aboutOf, wordOf } from "../names-cache/name.ts";
import { askUntil } from "./ask.ts";
import type { Offer } from "./offers.ts";
import type { SelectedService } from "./service.ts";

/** Members that can describe a row; the first whose text differs from the offered word is used. */
const descriptionMembers = ["product_name", "type_name", "type", "model", "level", "used_for", "name"];

export async function askForListed(
  service: SelectedService,
  list: NumberList,
  identifiers: Values,
  context: Context,
  endMs: number,
): Promise<readonly Offer[]> {
  const rows = await askUntil(service, context, endMs, async (client) => {
    const { values } = await resolveValues(listOperation(list), identifiers, client, "trust");
    return rowsOf(await readListed(list, values, client, { retries: 0 }), list);
  });
  return (rows ?? []).flatMap((row) => {
    const word = wordOf(namesOfRow(row, list)[0] ?? row["id"]);
    const about = descriptionMembers
      .map((member) => aboutOf(row[member]))
      .find((text) => text !== "" && text !== word);
    return word === "" ? [] : [{ word, about: about ?? "" }];
  });
}
