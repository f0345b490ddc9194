/** What somebody may do who acts for a person, reviewed line by line: a new endpoint is refused nowhere until it is decided here. */
import type { endpoints } from '@vitrine/contract/contract.ts';

type Named = Pick<(typeof endpoints)[number], 'name' | 'endpoint'>;

/** Whole features of which somebody else does nothing, not even look. */
const personalFeatures = ['account', 'billing', 'billingSummary', 'billingTrends', 'unitInvoices', 'privacy', 'incidents', 'pushDevices'];
/** And of other features what is the person's alone. */
const personalEndpoints = [
  'audit.ofClient',
  'audit.ofIncident',
  'audit.ofInvoice',
  'clients.add',
  'clients.choices',
  'clients.get',
  'clients.list',
  'clients.setSituation',
  'clients.update',
  'companies.close',
  'companies.erase',
  'companies.reopen',
  'embedding.explain',
  'embedding.get',
  'embedding.newSecret',
  'embedding.revoke',
  'embedding.update',
  'erasurePreview.get',
  'partners.addStaff',
  'partners.decideStaff',
  'partners.giveBilling',
  'profileSurvey.sendSurvey',
  'profileSurvey.surveyLater',
  'provisioning.add',
  'provisioning.log',
  'provisioning.remove',
  'provisioning.setRehearsal',
  'provisioning.tokens',
  'provisioning.update',
  'remoteAccess.answer',
  'remoteAccess.ask',
  'remoteAccess.cancel',
  'remoteAccess.changeChoices',
  'remoteAccess.changeToMember',
  'remoteAccess.changeToMemberAtOnce',
  'remoteAccess.end',
  'remoteAccess.enter',
  'remoteAccess.exportReceipt',
  'remoteAccess.get',
  'remoteAccess.list',
  'remoteAccess.receipt',
  'reportUsage.exportOwnByReport',
  'reportUsage.own',
  'reportUsage.ownByReport',
  'saml.add',
  'saml.beginTest',
  'saml.changeStatus',
  'saml.list',
  'saml.metadata',
  'saml.readMetadata',
  'saml.remove',
  'saml.testReport',
  'saml.update',
  'saml.used',
  'secondFactorPolicy.getPolicy',
  'secondFactorPolicy.listStopped',
  'secondFactorPolicy.savePolicy',
  'settings.savePasswordConfig',
  'settings.welcomeSeen',
  'signIn.changeCompany',
  'signIn.changeLanguage',
  'terms.accept',
  'terms.acceptances',
  'terms.add',
  'terms.exportAcceptances',
  'terms.get',
  'terms.list',
  'terms.publish',
  'terms.remove',
  'terms.update',
  'terms.versions',
  'unitExport.add',
  'unitExport.get',
  'users.erase',
];
/** What looking does although it is no GET. */
const notes = [
  'playlists.beat',
  'playlists.openSlide',
  'remoteAccess.seen',
  'reportReading.editPermission',
  'reportReading.exists',
  'reportReading.open',
  'reportReading.pageView',
  'reportReading.renew',
  'reportUsage.viewTime',
  'signIn.refreshLog',
  'taskMail.mailOptions',
  'taskQuestions.backTest',
  'taskQuestions.written',
  'tasks.nextRuns',
  'tasks.tryOut',
  'themeMails.preview',
  'wordings.preview',
  'thumbnails.list',
];

/** Open to whoever acts, but not for everything: the own picture is the person's alone among files, and so is making an administrator. */
export const partlyPersonal = ['files.add', 'users.joinUnit'];

/** Whether an endpoint is of the person alone, so that nobody who acts for them may call it. */
export const isPersonal = (name: string): boolean =>
  personalFeatures.includes(name.split('.')[0] ?? '') || personalEndpoints.includes(name);

/** Whether somebody who is only looking may call it. */
export const isLooking = ({ name, endpoint }: Named): boolean => (endpoint.method === 'GET' && !endpoint.once) || notes.includes(name);
