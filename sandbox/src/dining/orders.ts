/** The request format of a dining order. */
import type { EatType } from "./types.ts";

export type OrderLine = {
  productId: string;
  quantity: number;
  options: { groupId: string; optionId: string }[];
  unitFen: number;
};

export type WantedOrder = {
  outNo: string;
  kind: "meal";
  storeCode: string;
  eatType: EatType;
  /** ISO instant, or "now". */
  pickupAt: string;
  contactPhone: string;
  lines: OrderLine[];
  totalFen: number;
};

const id = { type: "string", minLength: 1, maxLength: 64 };

/** JSON schema of a dining order. */
export const wantedOrderSchema = {
  type: "object",
  required: [
    "outNo",
    "kind",
    "storeCode",
    "eatType",
    "pickupAt",
    "contactPhone",
    "lines",
    "totalFen",
  ],
  properties: {
    outNo: id,
    kind: { const: "meal" },
    storeCode: id,
    eatType: { enum: ["dine_in", "take_away"] },
    pickupAt: { type: "string", maxLength: 40 },
    contactPhone: { type: "string", minLength: 1, maxLength: 20 },
    totalFen: { type: "integer", minimum: 0 },
    lines: {
      type: "array",
      minItems: 1,
      maxItems: 100,
      items: {
        type: "object",
        required: ["productId", "quantity", "options", "unitFen"],
        properties: {
          productId: id,
          quantity: { type: "integer", minimum: 1, maximum: 100 },
          unitFen: { type: "integer", minimum: 0 },
          options: {
            type: "array",
            maxItems: 100,
            items: {
              type: "object",
              required: ["groupId", "optionId"],
              properties: { groupId: id, optionId: id },
            },
          },
        },
      },
    },
  },
};
