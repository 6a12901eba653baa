/** Standard input may name machines by their sites (`east/web-01`): the line runs again with these names. */
export class NamesOfSites extends Error {
  readonly names: readonly string[];

  constructor(names: readonly string[]) {
    super("standard input names machines by their sites");
    this.names = names;
  }
}
