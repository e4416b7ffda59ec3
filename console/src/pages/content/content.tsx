/** 帮助与备案: help articles, service contacts and the lines that the law demands. */
import { useQuery } from "@tanstack/react-query";
import { api, apiQuery } from "../../api/client.ts";
import { PageHead } from "../../parts/page-head.tsx";
import { Failed, Skeleton } from "../../parts/state.tsx";
import { oneOf, useSearchState } from "../../parts/table/search-state.ts";
import { Tabs } from "../../parts/tabs.tsx";
import { ContactsEditor } from "./contacts.tsx";
import { HelpEditor } from "./help.tsx";
import styles from "./content.module.css";

const SPEC = { tab: oneOf("help", "contacts") };

function HelpTab() {
  const query = useQuery(apiQuery(api.operatorContent.help, {}));
  if (query.isError) return <Failed failure={query.error} onRetry={() => void query.refetch()} />;
  if (!query.data) return <Skeleton rows={6} tall />;
  return <HelpEditor stored={query.data} />;
}

function ContactsTab() {
  const query = useQuery(apiQuery(api.operatorContent.contacts, {}));
  if (query.isError) return <Failed failure={query.error} onRetry={() => void query.refetch()} />;
  if (!query.data) return <Skeleton rows={6} tall />;
  return <ContactsEditor stored={query.data} />;
}

export default function ContentPage() {
  const [{ tab = "help" }, setSearch] = useSearchState(SPEC);
  return (
    <>
      <PageHead title="帮助与备案" text="保存后会员立刻看到；保存失败时填写的内容留在页面上" />
      <div className={styles.sheet}>
        <Tabs
          label="帮助与备案"
          value={tab}
          onChange={(next) => setSearch({ tab: next })}
          tabs={[
            { id: "help", label: "帮助文章" },
            { id: "contacts", label: "客服与备案" },
          ]}
        />
        <div className={styles.body}>{tab === "help" ? <HelpTab /> : <ContactsTab />}</div>
      </div>
    </>
  );
}
