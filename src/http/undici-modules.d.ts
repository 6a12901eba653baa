/** The undici modules that svc loads one by one, because the whole package is slow to load. */

declare module "undici/lib/dispatcher/agent.js" {
  import { Agent } from "undici";
  export = Agent;
}

declare module "undici/lib/dispatcher/env-http-proxy-agent.js" {
  import { EnvHttpProxyAgent } from "undici";
  export = EnvHttpProxyAgent;
}

declare module "undici/lib/api/api-request.js" {
  import type { Dispatcher } from "undici";

  function request(this: Dispatcher, options: Dispatcher.RequestOptions): Promise<Dispatcher.ResponseData>;
  export = request;
}

declare module "undici/lib/api/api-connect.js" {
  import type { Dispatcher } from "undici";

  const connect: Dispatcher["connect"];
  export = connect;
}

declare module "undici/lib/dispatcher/dispatcher.js" {
  import { Dispatcher } from "undici";
  export = Dispatcher;
}

declare module "undici/lib/core/symbols.js" {
  const symbols: { readonly kParser: unique symbol };
  export = symbols;
}
