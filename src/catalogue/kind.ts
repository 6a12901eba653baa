/** How the texts of a field are compared where letter case, separators, a comment or a part that is implied make no difference. */
export type TextComparison = "host" | "mac" | "word" | "sshKey" | "architecture";

/**
 * How the objects of a group are kept as desired state: what identifies one, and where a row of the list holds what
 * the fields of `create` and `update` are given. The operations say the rest: a field that `update` takes can be
 * changed, one that `create` alone takes is replaced together with its object, and one that `update` alone takes is
 * set right after the object is made.
 */
export interface Kind {
  /** The fields that together identify an object among its siblings. */
  readonly key: readonly string[];
  /** Other fields by which an object is found where its key does not find it, each of them enough. */
  readonly otherKeys?: readonly string[];
  /**
   * Where a row holds a field, as dotted paths of which the first is the field's value and each is a spelling of it;
   * an array on the way gives a list, `a/b` two members joined, and an empty path all of the answer. A field without
   * an entry is the member of its own name.
   */
  readonly memberPaths?: Readonly<Record<string, readonly string[]>>;
  /** Two fields that are one member of a row, a dot between them; `@` for the first stands for the second alone. */
  readonly joinedFields?: { readonly of: string; readonly fields: readonly [string, string] };
  /** How fields are compared whose texts may differ and mean the same. */
  readonly comparisons?: Readonly<Record<string, TextComparison>>;
  /** What a row holds where a field is empty, if that is a word: `undefined` for a space, `*` in a list for all. */
  readonly emptyMarkers?: Readonly<Record<string, string>>;
  /** Fields that every object has a value of, though `create` does not need one: the service keeps it where it is cleared. */
  readonly neverEmpty?: readonly string[];
  /** Fields that a row lacks where they are empty; any other field that a row lacks is not known. */
  readonly absentIsEmpty?: readonly string[];
  /** Members of a row by which an object is referred to as well, besides its name and id. */
  readonly otherNames?: readonly string[];
  /** Fields whose value is the name of an object of another kind. */
  readonly references?: Readonly<Record<string, string>>;
  /** Those of them for which the service takes the id alone, besides the integers: in `at` it stands last. */
  readonly referencesById?: readonly string[];
  /** The kind on whose object of the same `parts` these stand: it is made before them, and kept as long as they are. */
  readonly baseKind?: string;
  /** Switches that the service turns on only when what refers to the object is there: they are set after that. */
  readonly setAfterDependents?: readonly string[];
  /** Fields that the service takes together only: those that an item has are all sent where one of them changes. */
  readonly sendTogether?: readonly string[];
  /** The filters of the list that find objects by a field, where the list may be too long to read for a few of them. */
  readonly listFilters?: Readonly<Record<string, string>>;
  /** The fields that are state, where only some of them are. */
  readonly stateFields?: readonly string[];
  /** Fields that are not state: another way to say the key, or what is done once. */
  readonly ignoredFields?: readonly string[];
  /** The id of the operation that reads a field which the rows of the list lack, a request for each object. */
  readonly readBy?: Readonly<Record<string, string>>;
  /**
   * For fields of `readBy` the operation that reads several objects in one request, and the field of it that names
   * them; its answer has a member for each, by that name.
   */
  readonly readManyBy?: Readonly<Record<string, { readonly operation: string; readonly field: string }>>;
  /** Fields that an operation of their own sets, by its id and the field of it: `annotations`. */
  readonly setBy?: Readonly<Record<string, { readonly operation: string; readonly field: string }>>;
  /**
   * The kind in whose objects these stand, the path parameter that names the one which holds them, and the member of
   * its row that holds their rows, where there is one.
   */
  readonly parent?: { readonly kind: string; readonly parameter: string; readonly rows?: string };
  /** The kinds whose items stand in the items of this one, by the member of the item. */
  readonly children?: Readonly<Record<string, string>>;
  /** Members of a row by which the service's own objects are known: they are changed, and never deleted. */
  readonly builtinWhen?: Readonly<Record<string, string | number | boolean>>;
  /** Members of a row by which objects are known that svc leaves alone. */
  readonly ignoreWhen?: Readonly<Record<string, string | number | boolean | null>>;
  /** Creating an object of the same key replaces the one that is there. */
  readonly createReplaces?: true;
  /** An object is made only where its item says `create: true`, and never deleted. */
  readonly createOnDemand?: true;
  /** Items are members of one object, their names and values: the fields of the two operations that read and write one. */
  readonly map?: { readonly name: string; readonly value: string };
}
