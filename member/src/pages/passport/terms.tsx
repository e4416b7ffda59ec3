/** 协议: the user agreement, the privacy policy and the top-up terms, readable without login. */
import { TERMS_VERSION } from "@yunjing/contract/limits";
import { useState } from "react";
import type { PageProps } from "../../routes.ts";
import { LegalFooter } from "../../components/legal-footer.tsx";
import { Tabs } from "../../components/tabs.tsx";
import styles from "./terms/terms.module.css";
import { privacyPolicy, userAgreement } from "./terms/agreements.ts";
import { topUpTerms } from "./terms/top-up-terms.ts";

const PANEL = "agreement";
const agreements = { user: userAgreement, privacy: privacyPolicy, topup: topUpTerms } as const;
type Kind = keyof typeof agreements;

const kindOf = (id: string | undefined): Kind => (id === "privacy" || id === "topup" ? id : "user");

export default function TermsPage({ query }: PageProps) {
  const [kind, setKind] = useState<Kind>(() => kindOf(query["type"]));
  const { title, intro, sections } = agreements[kind];
  return (
    <div className={styles.page}>
      <Tabs
        label="协议"
        items={[
          { id: "user", text: userAgreement.title },
          { id: "privacy", text: privacyPolicy.title },
          { id: "topup", text: topUpTerms.title },
        ]}
        value={kind}
        onChoose={(id) => setKind(kindOf(id))}
        panelId={PANEL}
      />
      <div className={styles.sheet} id={PANEL} role="tabpanel" aria-label={title}>
        <h2 className="text-20 strong">{title}</h2>
        <p className={styles.version}>版本 {TERMS_VERSION}，自该日起生效</p>
        <p>{intro}</p>
        {sections.map((section) => (
          <section key={section.title}>
            <h3>{section.title}</h3>
            {section.text.map((paragraph) => (
              <p key={paragraph}>{paragraph}</p>
            ))}
          </section>
        ))}
      </div>
      <LegalFooter />
    </div>
  );
}
