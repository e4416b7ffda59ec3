/** The address of a group robot: which ones are allowed, and what operators see of one. */
import { Refusal } from "../../platform/refusal.ts";

const refused = (text: string): Refusal =>
  new Refusal("INPUT_INVALID", { field: "robotUrl", text });

/**
 * Returns the parsed address. `hosts` are the allowed ones, with their ports. Refuses INPUT_INVALID
 * for another host, and for an address with a login or a path that names a host of its own.
 */
export function robotAddress(text: string, hosts: readonly string[]): URL {
  const url = URL.parse(text.trim());
  if (!url || !["https:", "http:"].includes(url.protocol))
    throw refused("机器人地址须是 https:// 开头的完整地址");
  if (!hosts.includes(url.host))
    throw refused(
      `主机 ${url.host} 不在允许名单里，请联系运维加入 ALERT_ROBOT_HOSTS${hosts.length > 0 ? `；现在允许：${hosts.join("、")}` : ""}`,
    );
  if (url.username || url.password || url.pathname.startsWith("//"))
    throw refused("机器人地址不能带用户名、密码或两个斜杠开头的路径");
  return url;
}

const TAIL = 4;

/** What operators see: the host and the last characters, so that two robots can be told apart. */
export const robotLabel = ({ host, href }: URL): string => `${host} …${href.slice(-TAIL)}`;
