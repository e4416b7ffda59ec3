/** 协议与帮助: agreements, help articles, service contacts, legal lines, share texts and posters. */
import { useQuery } from "@tanstack/react-query";
import { agreementKinds, agreementNames } from "@yunjing/contract/agreements";
import { api, apiQuery } from "../../api/client.ts";
import { Card, PageHead } from "../../parts/page-head.tsx";
import { Failed, Skeleton } from "../../parts/state.tsx";
import { oneOf, useSearchState } from "../../parts/table/search-state.ts";
import { Tabs } from "../../parts/tabs.tsx";
import { AgreementTab } from "./agreements.tsx";
import { ContactsEditor } from "./contacts.tsx";
import { HelpEditor } from "./help.tsx";
import { ShareEditor } from "./share.tsx";
import styles from "./content.module.css";

const SPEC = { tab: oneOf(...agreementKinds, "help", "contacts", "share") };

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

function ShareTab() {
  const query = useQuery(apiQuery(api.operatorContent.share, {}));
  if (query.isError) return <Failed failure={query.error} onRetry={() => void query.refetch()} />;
  if (!query.data) return <Skeleton rows={6} tall />;
  return <ShareEditor stored={query.data} />;
}

export default function ContentPage() {
  const [{ tab = "user" }, setSearch] = useSearchState(SPEC);
  return (
    <>
      <PageHead
        title="协议与帮助"
        text="协议按版本发布；帮助、联系方式和分享文案保存后会员立刻看到"
      />
      <Card>
        <Tabs
          label="协议与帮助"
          value={tab}
          onChange={(next) => setSearch({ tab: next })}
          tabs={[
            ...agreementKinds.map((id) => ({ id, label: agreementNames[id] })),
            { id: "help", label: "帮助文章" },
            { id: "contacts", label: "客服与备案" },
            { id: "share", label: "分享与海报" },
          ]}
        />
        <div className={styles.body}>
          {tab === "help" && <HelpTab />}
          {tab === "contacts" && <ContactsTab />}
          {tab === "share" && <ShareTab />}
          {tab !== "help" && tab !== "contacts" && tab !== "share" && <AgreementTab kind={tab} />}
        </div>
      </Card>
    </>
  );
}
