import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, posix } from "node:path";

/** One page of each part. */
const parts = ["index", "docs/output", "commands/svc-machines", "library/interfaces/svc.MachinesGroup"];

interface SiteOptions {
  /** The folder of the project, which the website must not contain. */
  readonly root: string;
  /** The path at which the website is served, with a slash at both ends. */
  readonly base?: string;
  /** Pages that must exist. */
  readonly expected?: readonly string[];
}

/** Values of attributes that a browser follows or loads, by element name. */
const addressesOf = (text: string) =>
  [...text.matchAll(/<(\w+)\b[^>]*?\s(?:href|src|srcset)="([^"]*)"/g)].map(
    ([, element = "", address = ""]) => ({ element, address: address.replaceAll("&amp;", "&") }),
  );

/**
 * Returns the faults of a built website: missing parts, links to pages, files or headings that do not exist,
 * anything that a browser loads from other hosts, and folders of the machine that built it.
 */
export function siteFaults(
  folder: string,
  { root, base = "/", expected = parts }: SiteOptions,
): readonly string[] {
  const texts = new Map(
    readdirSync(folder, { recursive: true, encoding: "utf8" })
      .filter((name) => /\.(?:html|css)$/.test(name))
      .map((name) => [name.replaceAll("\\", "/"), readFileSync(join(folder, name), "utf8")] as const),
  );
  const isBroken = (name: string, address: string) => {
    const { pathname, hash } = new URL(address, `http://site${base}${name}`);
    const path = decodeURIComponent(pathname);
    const file = posix.join(".", path.slice(base.length), path.endsWith("/") ? "index.html" : "");
    if (!path.startsWith(base) || !existsSync(join(folder, file))) return true;
    const anchor = decodeURIComponent(hash.slice(1));
    return anchor !== "" && texts.get(file)?.includes(` id="${anchor}"`) !== true;
  };
  const faultsOf = ([name, text]: readonly [name: string, text: string]) => {
    const addresses = addressesOf(text);
    const links = name.endsWith(".html")
      ? addresses.filter(({ address }) => !/^(?:\w+:|\/\/)/.test(address))
      : [];
    const loaded = text.matchAll(/(?:url\(|@import )["']?(?:https?:)?\/\/[^)"']*/g);
    return [
      ...links
        .filter(({ address }) => isBroken(name, address))
        .map(({ address }) => `broken link ${address}`),
      ...addresses
        .filter(({ element, address }) => element !== "a" && /^(?:https?:)?\/\//.test(address))
        .map(({ address }) => `loads ${address}`),
      ...[...loaded].map(([address]) => `loads ${address}`),
      ...(text.includes(root) ? [`contains ${root}`] : []),
    ].map((fault) => `${name}: ${fault}`);
  };
  const missing = expected
    .filter((part) => !texts.has(`${part}.html`))
    .map((part) => `${part}.html is missing`);
  return [...missing, ...[...texts].flatMap(faultsOf)];
}
