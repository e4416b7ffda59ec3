/** 协议: the user agreement, the privacy policy and the top-up terms, readable without login. */
import { useQuery } from "@tanstack/react-query";
import { agreementKinds, agreementNames } from "@yunjing/contract/agreements";
import { TERMS_VERSION } from "@yunjing/contract/limits";
import type { AgreementKind } from "@yunjing/contract/schemas/agreements";
import { useState } from "react";
import { api, apiQuery } from "../../api.ts";
import { formatDate } from "../../device/time.ts";
import type { PageProps } from "../../routes.ts";
import { ErrorBlock } from "../../components/empty-state.tsx";
import { LegalFooter } from "../../components/legal-footer.tsx";
import { Skeleton } from "../../components/skeleton.tsx";
import { Tabs } from "../../components/tabs.tsx";
import styles from "./terms/terms.module.css";

const PANEL = "agreement";

const kindOf = (id: string | undefined): AgreementKind =>
  agreementKinds.find((kind) => kind === id) ?? "user";

/** The text in force; without a network there is none, because an older one may not hold. */
function AgreementText({ kind }: { readonly kind: AgreementKind }) {
  const { data, isLoadingError, refetch } = useQuery(apiQuery(api.home.agreement, { kind }));
  if (isLoadingError) return <ErrorBlock note="协议没有加载出来" onRetry={refetch} />;
  if (!data) return <Skeleton count={6} />;
  const { version, startsAt, text } = data;
  return (
    <>
      <h2 className="text-20 strong">{text.title}</h2>
      <p className={styles.version}>
        {startsAt === undefined
          ? `版本 ${TERMS_VERSION}，自该日起生效`
          : `第 ${version} 版，${formatDate(startsAt)} 起生效`}
      </p>
      {text.intro !== "" && <p>{text.intro}</p>}
      {text.sections.map((section, at) => (
        <section key={`${at} ${section.title}`}>
          <h3>{section.title}</h3>
          {section.text.map((paragraph, line) => (
            <p key={`${line} ${paragraph}`}>{paragraph}</p>
          ))}
        </section>
      ))}
    </>
  );
}

export default function TermsPage({ query }: PageProps) {
  const [kind, setKind] = useState<AgreementKind>(() => kindOf(query["type"]));
  return (
    <div className={styles.page}>
      <Tabs
        label="协议"
        items={agreementKinds.map((id) => ({ id, text: agreementNames[id] }))}
        value={kind}
        onChoose={(id) => setKind(kindOf(id))}
        panelId={PANEL}
      />
      <div className={styles.sheet} id={PANEL} role="tabpanel" aria-label={agreementNames[kind]}>
        <AgreementText kind={kind} />
      </div>
      <LegalFooter />
    </div>
  );
}
