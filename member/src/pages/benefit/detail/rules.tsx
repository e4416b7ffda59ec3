/**
 * The usage instructions and rules of a benefit. The server generates each rule from what it
 * enforces.
 */
import type { BenefitDetail } from "@yunjing/contract/schemas/benefit";
import { Section } from "../../../components/card.tsx";
import styles from "./detail.module.css";

export const Rules = ({ benefit: { steps, rules } }: { readonly benefit: BenefitDetail }) => (
  <>
    {steps.length > 0 && (
      <Section title="使用步骤">
        <ol className={styles.steps}>
          {steps.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
      </Section>
    )}
    {rules.length > 0 && (
      <Section title="使用规则">
        <dl className={styles.rules}>
          {rules.map(({ title, text }) => (
            <div key={`${title}${text}`}>
              <dt>{title}</dt>
              <dd>{text}</dd>
            </div>
          ))}
        </dl>
      </Section>
    )}
  </>
);
