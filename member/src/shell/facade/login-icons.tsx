/** The icons of the login buttons: two of our own by name, any other by its address. */
import { ownValue } from "@yunjing/contract/own-value";

const drawings: Readonly<Record<string, string>> = {
  wechat: `M9 4C4.900 4 1.600 6.700 1.600 10c0 1.900 1 3.500 2.700 4.600l-.7 2.100 2.600-1.300c.9.3 1.800.4
2.800.4h.5a5 5 0 0 1-.2-1.400c0-3.200 3.100-5.700 6.900-5.700h.5C16 6 12.900 4 9 4Zm7.200 6.200c-3.300 0-5.900
2.200-5.900 4.900s2.600 4.900 5.900 4.900c.7 0 1.300-.1 1.900-.3l2 1-.5-1.700c1.500-.9 2.400-2.300 2.400-3.900
0-2.700-2.600-4.900-5.800-4.900Z`,
  phone: "M8 2h8a2 2 0 0 1 2 2v16a2 2 0 0 1-2 2H8a2 2 0 0 1-2-2V4a2 2 0 0 1 2-2Zm3 16v1.500h2V18Z",
};

export function LoginIcon({ icon, className }: { icon: string; className?: string | undefined }) {
  const drawing = ownValue(drawings, icon);
  if (drawing === undefined) return <img className={className} src={icon} alt="" />;
  return (
    <svg className={className} viewBox="0 0 24 24" aria-hidden="true">
      <path fill="currentColor" fillRule="evenodd" d={drawing} />
    </svg>
  );
}
