/** Standard input names machines with their sites (`east/web-01`), so the line must run again with these names. */
export class NamesOfSites extends Error {
  readonly names: readonly string[];

  constructor(names: readonly string[]) {
    super("standard input names machines by their sites");
    this.names = names;
  }
}
