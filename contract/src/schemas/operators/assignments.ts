/** What operations share that give work to a named operator. */
import Type from "typebox";
import { Uuid } from "./adjustments.ts";

/** Whose work it becomes, and whose it was when the operator looked; absent: no operator's. */
export const assigning = {
  toId: Type.Optional(Uuid),
  fromId: Type.Optional(Uuid),
};
