/** Routes for tests and scripts: the suppliers' fault settings, order logs and prices. */
import type { FastifyInstance } from "fastify";
import type { OrderJournals } from "./suppliers.ts";
import {
  type FaultKnobs,
  type Faults,
  type NextFault,
  nextFaults,
  noFaults,
  noStatementFaults,
} from "./faults.ts";
import { type PastOrder, recordOfPast } from "./orders.ts";
import type { PriceLists } from "./prices.ts";
import { type SupplierId, supplierIds } from "./registry.ts";

const ANSWERED_MAX = 5_000;

const params = { type: "object", properties: { id: { enum: supplierIds } } };
const share = { type: "number", minimum: 0, maximum: 1 };
const lines = { type: "integer", minimum: 0, maximum: 1_000 };
/** JSON schema of the fault settings; unknown names are refused. */
export const faultsSchema = {
  type: "object",
  additionalProperties: false,
  properties: {
    ...Object.fromEntries(Object.keys(noFaults).map((name) => [name, share])),
    lateCallbackMs: { type: "integer", minimum: 0, maximum: 86_400_000 },
    ...Object.fromEntries(Object.keys(noStatementFaults).map((name) => [name, lines])),
  },
};

const nextSchema = {
  type: "object",
  required: ["fault"],
  additionalProperties: false,
  properties: { fault: { enum: [...nextFaults, null] } },
};

const number = { type: "string", minLength: 1, maxLength: 64 };
const onTheWay = {
  type: "array",
  maxItems: 500,
  items: {
    type: "object",
    additionalProperties: false,
    required: ["outNo", "supplierNo"],
    properties: { outNo: number, supplierNo: number },
  },
};

type One = { Params: { id: SupplierId } };

const prices = {
  type: "object",
  additionalProperties: { type: "integer", minimum: 0, maximum: 1_000_000_000 },
};

/**
 * Adds `GET` and `PUT /sandbox/suppliers/next`, the fault of the next order; `GET` and `PUT …/faults`, `GET …/orders?outNo=`, which returns the order log, and `PUT
 * …/prices`, which sets the agreed fen per unit of each product; statements use these prices. `PUT
 * …/past` takes over orders that the supplier accepted before this sandbox ran.
 */
export function addSupplierRoutes(
  app: FastifyInstance,
  deps: { knobs: FaultKnobs; journals: OrderJournals; priceLists: PriceLists },
): void {
  const { knobs, journals, priceLists } = deps;
  const path = "/sandbox/suppliers/:id";

  app.get("/sandbox/suppliers/next", async () => ({ fault: knobs.next() ?? null }));

  app.put<{ Body: { fault: NextFault | null } }>(
    "/sandbox/suppliers/next",
    { schema: { body: nextSchema } },
    async ({ body }) => {
      knobs.setNext(body.fault ?? undefined);
      return { fault: knobs.next() ?? null };
    },
  );

  app.get<One>(`${path}/faults`, { schema: { params } }, async ({ params: { id } }) =>
    knobs.get(id),
  );

  app.put<One & { Body: Partial<Faults> }>(
    `${path}/faults`,
    { schema: { params, body: faultsSchema } },
    async ({ params: { id }, body }) => knobs.set(id, body),
  );

  app.put<One & { Body: Record<string, number> }>(
    `${path}/prices`,
    { schema: { params, body: prices } },
    async ({ params: { id }, body }) => priceLists.set(id, body),
  );

  app.put<One & { Body: PastOrder[] }>(
    `${path}/past`,
    { schema: { params, body: onTheWay } },
    async ({ params: { id }, body }) => {
      const journal = journals.get(id);
      for (const past of body)
        if (!journal?.get(past.outNo)) journal?.put(past.outNo, recordOfPast(past));
      return { orders: body.length };
    },
  );

  app.get<One & { Querystring: { outNo?: string } }>(
    `${path}/orders`,
    { schema: { params } },
    async ({ params: { id }, query: { outNo } }) => {
      const orders = journals.get(id);
      const known = outNo
        ? [orders?.get(outNo)]
        : (orders?.values() ?? []).slice(-ANSWERED_MAX).reverse();
      return known.filter((order) => order !== undefined);
    },
  );
}
