/** 活动规则: the campaign rules as the server applies them. */
import { FlowSheet } from "../../../components/flow-sheet.tsx";
import styles from "./reward.module.css";

interface RulesSheetProps {
  readonly rules: readonly string[];
  readonly onClose: () => void;
}

export const RulesSheet = ({ rules, onClose }: RulesSheetProps) => (
  <FlowSheet reason="reading about invitations" title="活动规则" onClose={onClose}>
    <ol className={styles.rules}>
      {rules.map((rule) => (
        <li key={rule}>{rule}</li>
      ))}
    </ol>
  </FlowSheet>
);
