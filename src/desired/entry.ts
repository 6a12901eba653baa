import type { Item } from "./item.ts";
import type { LoadedKind } from "./kinds.ts";
import type { Observed } from "./observed.ts";

export interface Entry {
  readonly kind: LoadedKind;
  readonly key: string | undefined;
  readonly name: string;
  readonly ownName: string;
  readonly item?: Item;
  readonly object?: Observed;
  readonly parent?: Entry;
}
