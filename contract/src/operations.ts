/** The table of all operations: every route with its shape. The server, OpenAPI and the tests read it. */
import type { Static } from "typebox";
import { routes, type Routes } from "./routes.ts";
import { batches } from "./schemas/batches.ts";
import { buying } from "./schemas/buying.ts";
import { coupons } from "./schemas/coupons.ts";
import { dining } from "./schemas/dining.ts";
import { exchange } from "./schemas/exchange.ts";
import { home } from "./schemas/home.ts";
import { member } from "./schemas/member.ts";
import { orders } from "./schemas/orders.ts";
import { passport } from "./schemas/passport.ts";
import { regions } from "./schemas/regions.ts";
import { wechat } from "./schemas/wechat.ts";
import type { Route, Shape } from "./operation.ts";

export const shapes = {
  passport,
  member,
  home,
  regions,
  dining,
  exchange,
  buying,
  orders,
  batches,
  wechat,
  coupons,
};
export type Shapes = typeof shapes;

export type Topic = keyof Routes;
export type Name<T extends Topic> = keyof Routes[T] & keyof Shapes[T];
export type Input<T extends Topic, N extends Name<T>> = Shapes[T][N] extends {
  input: infer I extends Shape["input"];
}
  ? Static<I>
  : never;
export type Output<T extends Topic, N extends Name<T>> = Shapes[T][N] extends {
  output: infer O extends Shape["output"];
}
  ? Static<O>
  : never;

export type Operation = Route & Shape & { readonly topic: Topic; readonly name: string };

/** Every operation, flat, in the order of the table. */
export const operations: readonly Operation[] = (Object.keys(routes) as Topic[]).flatMap(
  (topic) => {
    const plain: Record<string, Route> = routes[topic];
    const shaped: Record<string, Shape> = shapes[topic];
    return Object.entries(plain).map(([name, route]) => {
      const shape = shaped[name];
      if (!shape) throw new Error(`operation ${topic}.${name} has no shape`);
      return { topic, name, ...route, ...shape };
    });
  },
);
