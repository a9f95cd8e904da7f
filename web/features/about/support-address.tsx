import { useConfig } from "../../data/config.tsx";

export function SupportAddress() {
  const { supportEmail } = useConfig();
  return <a href={`mailto:${supportEmail}`}>{supportEmail}</a>;
}
