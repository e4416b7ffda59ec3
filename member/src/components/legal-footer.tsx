/** What the law demands below a page: the company, its licence, 备案号 and the privacy contact. */
import { useQuery } from "@tanstack/react-query";
import { api, apiQuery } from "../api.ts";

export function LegalFooter() {
  const { data } = useQuery({ ...apiQuery(api.home.serviceContacts, {}), meta: { quiet: true } });
  const { company, licence, icp, privacyContact } = data ?? {};
  const lines = [
    company,
    licence && `许可证 ${licence}`,
    icp,
    privacyContact && `个人信息保护：${privacyContact}`,
  ].filter(Boolean);
  if (lines.length === 0) return null;
  return (
    <footer className="text-center text-12 ink-500">
      {lines.map((line) => (
        <p key={line}>{line}</p>
      ))}
    </footer>
  );
}
