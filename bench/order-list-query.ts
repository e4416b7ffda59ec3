/** Reads twenty orders of a member in one statement; the database builds the JSON. */
import { columnsOf } from "@yunjing/server/domain/orders/store/read";

export const ROWS = 20;

export const orderListSql = `
  SELECT coalesce(json_agg(own), '[]')::text AS body FROM (
    SELECT ${columnsOf("$1::uuid")} FROM orders o WHERE o.member_id = $1 AND o.hidden_at IS NULL
    ORDER BY o.created_at DESC, o.id DESC LIMIT ${ROWS}) own`;
