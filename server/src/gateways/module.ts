/** What the gateways registers with the database: its tables. */
import { type DatabaseModule, valueTable } from "../platform/database/layout-types.ts";

export const gatewaysModule: DatabaseModule = {
  tables: {
    wechat_credential: valueTable(["name"], "change"),
  },
};
