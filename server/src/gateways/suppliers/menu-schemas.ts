/** Schemas that a dining supplier's stores and menus must match. */
import Type from "typebox";

const Id = Type.String({ minLength: 1, maxLength: 64 });
const ShortText = Type.String({ maxLength: 200 });
const Fen = Type.Integer({ minimum: 0, maximum: 1_000_000 });
const TimeOfDay = Type.String({ pattern: "^([01]\\d|2[0-3]):[0-5]\\d$|^24:00$" });
const RegionCode = Type.String({ pattern: "^\\d{6}$" });
const EatTypes = Type.Array(Type.Union([Type.Literal("dine_in"), Type.Literal("take_away")]), {
  maxItems: 2,
});

const Store = Type.Object({
  supplierCode: Id,
  brand: Id,
  name: ShortText,
  cityCode: RegionCode,
  districtCode: RegionCode,
  address: ShortText,
  lat: Type.Number({ minimum: -90, maximum: 90 }),
  lng: Type.Number({ minimum: -180, maximum: 180 }),
  hours: Type.Array(
    Type.Object({
      from: TimeOfDay,
      to: TimeOfDay,
      weekdays: Type.Optional(
        Type.Array(Type.Integer({ minimum: 1, maximum: 7 }), { maxItems: 7 }),
      ),
    }),
    { maxItems: 21 },
  ),
  services: EatTypes,
  leadMinutes: Type.Integer({ minimum: 0, maximum: 1_440 }),
  phone: Type.String({ maxLength: 32 }),
  soldOut: Type.Array(Id, { maxItems: 1_000 }),
});

const Option = Type.Object({
  id: Id,
  name: ShortText,
  addFen: Fen,
  soldOut: Type.Optional(Type.Boolean()),
});

const Group = Type.Object({
  id: Id,
  name: ShortText,
  min: Type.Integer({ minimum: 0, maximum: 100 }),
  max: Type.Integer({ minimum: 1, maximum: 100 }),
  options: Type.Array(Option, { maxItems: 100 }),
});

const Product = Type.Object({
  id: Id,
  classIds: Type.Array(Id, { minItems: 1, maxItems: 20 }),
  name: ShortText,
  description: Type.String({ maxLength: 500 }),
  artwork: Type.String({ maxLength: 64 }),
  kind: Type.Union([Type.Literal("single"), Type.Literal("spec"), Type.Literal("combo")]),
  priceFen: Fen,
  officialPriceFen: Fen,
  groups: Type.Array(Group, { maxItems: 20 }),
  eatTypes: EatTypes,
});

const ChosenOption = Type.Object({ groupId: Id, optionId: Id });

const SetMeal = Type.Object({
  id: Id,
  title: ShortText,
  lines: Type.Array(
    Type.Object({
      productId: Id,
      quantity: Type.Integer({ minimum: 1, maximum: 100 }),
      options: Type.Array(ChosenOption, { maxItems: 100 }),
    }),
    { minItems: 1, maxItems: 50 },
  ),
  priceFen: Fen,
});

const Menu = Type.Object({
  brand: Id,
  version: Id,
  classes: Type.Array(
    Type.Object({
      id: Id,
      name: ShortText,
      from: Type.Optional(TimeOfDay),
      to: Type.Optional(TimeOfDay),
    }),
    { maxItems: 100 },
  ),
  products: Type.Array(Product, { maxItems: 2_000 }),
  setMeals: Type.Array(SetMeal, { maxItems: 500 }),
});

export const StoreList = Type.Object({ stores: Type.Array(Store, { maxItems: 20_000 }) });
export const MenuList = Type.Object({ menus: Type.Array(Menu, { maxItems: 100 }) });
