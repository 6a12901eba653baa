/** The members of each interface. */
export type Declared = ReadonlyMap<string, readonly Member[]>;

interface Member {
  readonly name: string;
  readonly isOptional: boolean;
  readonly type: string;
}

/** Parses the interfaces of declaration files, including inherited members. */
export function declaredMembers(sources: readonly string[]): Declared {
  const interfaces = new Map<string, { readonly base: string; readonly members: readonly Member[] }>();
  for (const source of sources)
    for (const [, name = "", base = "", body = ""] of source.matchAll(
      /export interface (\w+)(?: extends (\w+))? \{([\s\S]*?)\}\n/g,
    ))
      interfaces.set(name, {
        base,
        members: [...body.matchAll(/readonly (\w+)(\?)?: ([^;]+);/g)].map(
          ([, member = "", mark, type = ""]) => ({ name: member, isOptional: mark !== undefined, type }),
        ),
      });
  const all = (name: string): readonly Member[] => {
    const declaration = interfaces.get(name);
    return declaration === undefined ? [] : [...all(declaration.base), ...declaration.members];
  };
  return new Map([...interfaces.keys()].map((name) => [name, all(name)]));
}

/** Lists the places at which a value does not match a declared type. */
export function misfits(value: unknown, type: string, declared: Declared, path = "it"): readonly string[] {
  const alternatives = unionOf(type);
  const declaration = alternatives.map((each) => misfitsOne(value, each, declared, path));
  return declaration.find((lines) => lines.length === 0) ?? declaration.at(0) ?? [];
}

function misfitsOne(value: unknown, type: string, declared: Declared, path: string): readonly string[] {
  const wrong = [`${path} is not ${type}: ${JSON.stringify(value)?.slice(0, 60)}`];
  if (type.startsWith("readonly ")) return misfitsOne(value, type.slice("readonly ".length), declared, path);
  if (type.endsWith("[]")) {
    if (!Array.isArray(value)) return wrong;
    return value.flatMap((each, index) => misfits(each, type.slice(0, -2), declared, `${path}[${index}]`));
  }
  const [, content] = /^Readonly<Record<string, (.*)>>$/.exec(type) ?? [];
  if (content !== undefined)
    return isObject(value)
      ? Object.entries(value).flatMap(([name, each]) => misfits(each, content, declared, `${path}.${name}`))
      : wrong;
  const members = declared.get(type);
  if (members !== undefined)
    return isObject(value)
      ? members.flatMap(({ name, isOptional, type: inner }) =>
          value[name] === undefined && isOptional
            ? []
            : misfits(value[name], inner, declared, `${path}.${name}`),
        )
      : wrong;
  return isPlain(value, type) ? [] : wrong;
}

function isPlain(value: unknown, type: string): boolean {
  if (type === "void" || type === "undefined") return value === undefined;
  if (type.startsWith('"')) return JSON.stringify(value) === type;
  if (type === "unknown") return true;
  if (type === "null") return value === null;
  if (type === "Uint8Array") return value instanceof Uint8Array;
  if (type === "Scalar") return !isObject(value) && !Array.isArray(value);
  if (["string", "StatusName", "PowerState"].includes(type)) return typeof value === "string";
  return typeof value === type;
}

const unionOf = (type: string): readonly string[] => type.split(" | ");

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
