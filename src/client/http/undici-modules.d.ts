/** Modules that are imported one by one, because the whole package is slow to load. */

declare module "undici/lib/dispatcher/pool.js" {
  import { Pool } from "undici";
  export = Pool;
}

declare module "undici/lib/dispatcher/proxy-agent.js" {
  import { ProxyAgent } from "undici";
  export = ProxyAgent;
}

declare module "undici/lib/api/api-connect.js" {
  import type { Dispatcher } from "undici";

  function connect(this: Dispatcher, options: Dispatcher.ConnectOptions): Promise<Dispatcher.ConnectData>;
  export = connect;
}

declare module "undici/lib/core/connect.js" {
  import type { Socket } from "node:net";
  import type { buildConnector } from "undici";

  function build(
    options: buildConnector.BuildOptions,
  ): (options: buildConnector.Options, callback: buildConnector.Callback) => Socket;
  export = build;
}

declare module "undici/lib/core/symbols.js" {
  const symbols: { readonly kParser: unique symbol };
  export = symbols;
}
