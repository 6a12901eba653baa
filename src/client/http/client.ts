import { defaults } from "../../catalogue/defaults.ts";
import type { Operation } from "../../catalogue/operation.ts";
import { Failure } from "../../core/failure.ts";
import type { Answer, CallOptions, Client, ClientOptions, Endpoint, Values } from "./call.ts";
import { reportsUnrecognizedSignature } from "./errors.ts";
import { createExchange, type Exchange } from "./exchange.ts";
import { alternativeRequest, buildRequest } from "./request.ts";
import { callInPieces, splitValues } from "./split.ts";

export function createClient(options: ClientOptions): Client {
  const { endpoint } = options;
  const exchange = createExchange(options);
  const callOnce = (operation: Operation, values: Values, call: CallOptions): Promise<Answer> =>
    sendOperation(exchange, operation, values, endpoint, call);
  return {
    endpoint,
    ledger: options.ledger,
    beforeChange: options.beforeChange,
    trust: { caCertPath: options.caCertPath, insecure: options.insecure },
    call(operation, values, call = {}) {
      const pieces = splitValues(operation, values, endpoint);
      return pieces.length === 1
        ? callOnce(operation, values, call)
        : callInPieces(pieces, {
            operation,
            call: (piece) => callOnce(operation, piece, call),
            retriesBrokenAnswers: (call.retries ?? options.retries ?? defaults.retries) > 0,
          });
    },
    send: (request, call = {}) => exchange.send(request, call),
    clockSkewMs: exchange.clockSkewMs,
    close: exchange.close,
  };
}

async function sendOperation(
  exchange: Exchange,
  operation: Operation,
  values: Values,
  endpoint: Endpoint,
  call: CallOptions,
): Promise<Answer> {
  const policy = { ...call, operation };
  const alternative = alternativeRequest(operation, values, endpoint);
  try {
    return await exchange.send(buildRequest(operation, values, endpoint), policy);
  } catch (error) {
    if (alternative === undefined || !maySendAlternative(operation, error)) throw error;
    try {
      return await exchange.send(alternative, policy);
    } catch (alternativeError) {
      throw isWrongAddress(alternativeError) ? error : alternativeError;
    }
  }
}

/** A change goes to its other address only after a 404, which shows that the first request changed nothing. */
const maySendAlternative = (operation: Operation, error: unknown): boolean =>
  operation.method === "GET" ? isWrongAddress(error) : statusOf(error) === 404;

function isWrongAddress(error: unknown): boolean {
  const status = statusOf(error);
  if (status === 400) return error instanceof Failure && reportsUnrecognizedSignature(error.message);
  return status === 404 || status === 410 || (status >= 300 && status < 400);
}

const statusOf = (error: unknown): number => (error instanceof Failure ? (error.details.status ?? 0) : 0);
