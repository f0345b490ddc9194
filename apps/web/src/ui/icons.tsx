/** Icons by the names that the contract uses: of the menu (`screens.ts`) and of report groups (`groupIcons`). */
import type { Icon } from '@tabler/icons-react';
import {
  IconAdjustmentsHorizontal,
  IconAffiliate,
  IconAlertTriangle,
  IconArrowRight,
  IconBell,
  IconBook,
  IconBriefcase,
  IconBuilding,
  IconBuildingFactory2,
  IconBuildingStore,
  IconCash,
  IconChartBar,
  IconCpu,
  IconFile,
  IconFileAnalytics,
  IconFileCheck,
  IconEyeglass,
  IconFingerprint,
  IconFolder,
  IconGauge,
  IconHeartbeat,
  IconHelpCircle,
  IconHistory,
  IconHome,
  IconKey,
  IconLayoutGrid,
  IconMail,
  IconLeaf,
  IconPalette,
  IconSpeakerphone,
  IconPlayerPlay,
  IconPlug,
  IconPlus,
  IconReceipt,
  IconReportAnalytics,
  IconRobot,
  IconSchool,
  IconSettings,
  IconShieldLock,
  IconTarget,
  IconTool,
  IconTruck,
  IconUser,
  IconUserPlus,
  IconUsers,
  IconWorld,
} from '@tabler/icons-react';
import type { groupIcons } from '@vitrine/contract/reports/reportGroups.ts';

const menuIcons: Record<string, Icon> = {
  home: IconHome,
  chart: IconChartBar,
  catalogue: IconBook,
  playlist: IconPlayerPlay,
  bell: IconBell,
  megaphone: IconSpeakerphone,
  help: IconHelpCircle,
  history: IconHistory,
  partner: IconAffiliate,
  client: IconBriefcase,
  company: IconBuilding,
  user: IconUser,
  users: IconUsers,
  userPlus: IconUserPlus,
  folder: IconFolder,
  report: IconReportAnalytics,
  task: IconRobot,
  analyze: IconGauge,
  billing: IconReceipt,
  plug: IconPlug,
  capacity: IconCpu,
  workspace: IconLayoutGrid,
  world: IconWorld,
  palette: IconPalette,
  key: IconKey,
  settings: IconSettings,
  tool: IconTool,
  heartbeat: IconHeartbeat,
  sliders: IconAdjustmentsHorizontal,
  shield: IconShieldLock,
  terms: IconFileCheck,
  privacy: IconFingerprint,
  alert: IconAlertTriangle,
  remote: IconEyeglass,
  add: IconPlus,
  run: IconArrowRight,
  page: IconFile,
  message: IconMail,
};

type GroupIconName = (typeof groupIcons)[number];

const reportGroupIcons: Record<GroupIconName, Icon> = {
  folder: IconFolder,
  chart: IconChartBar,
  money: IconCash,
  people: IconUsers,
  store: IconBuildingStore,
  truck: IconTruck,
  factory: IconBuildingFactory2,
  health: IconHeartbeat,
  school: IconSchool,
  leaf: IconLeaf,
  target: IconTarget,
  globe: IconWorld,
};

export function MenuIcon({ name, size = 18 }: { name: string | undefined; size?: number }) {
  const Drawn = menuIcons[name ?? ''] ?? IconFileAnalytics;
  return <Drawn size={size} stroke={1.6} aria-hidden="true" />;
}

export function GroupIcon({ name, size = 18 }: { name: GroupIconName; size?: number }) {
  const Drawn = reportGroupIcons[name];
  return <Drawn size={size} stroke={1.6} aria-hidden="true" />;
}
