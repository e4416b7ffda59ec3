/** Contact information: the service number as a row that dials it, and its hours. */
import { useQuery } from "@tanstack/react-query";
import { api, apiQuery } from "../api.ts";
import { ListRow } from "./list-row.tsx";
import { headset } from "./page-icons.ts";

export interface Contacts {
  readonly phone?: string | undefined;
  readonly hours: string;
}

/**
 * Without a number the row states that there is none and where to find information about a problem.
 */
export const ContactRow = ({ phone, hours }: Contacts) =>
  phone === undefined ? (
    <ListRow icon={headset} name="客服电话" note="处理进度会更新在订单和消息里" value="暂未开通" />
  ) : (
    <ListRow icon={headset} name="客服电话" note={hours} value={phone} href={`tel:${phone}`} />
  );

/** The row with the values of the server; must be inside a `ListRows`. */
export function Hotline() {
  const { data, isLoadingError } = useQuery({
    ...apiQuery(api.home.serviceContacts, {}),
    meta: { quiet: true },
  });
  if (data) return <ContactRow {...data} />;
  return <ListRow icon={headset} name="客服电话" value={isLoadingError ? "没有读到" : "加载中"} />;
}
