/** A name server on this machine, of the demo and of tests: whoever opens it says what stands in it. */
import type { AddressInfo } from 'node:net';
import dns2 from 'dns2';

export type Zone = { txt?: Record<string, string[]>; cname?: Record<string, string>; a?: Record<string, string> };

export type DnsServer = {
  /** As `DNS_SERVERS` names it. */
  address: string;
  zone: Required<Zone>;
  /** From now on it answers nobody, until it is told to. */
  silent: boolean;
  asked: string[];
  close: () => Promise<void>;
};

const { Packet } = dns2;
const known: ReadonlyMap<number | undefined, keyof Zone> = new Map([
  [Packet.TYPE.TXT, 'txt'],
  [Packet.TYPE.CNAME, 'cname'],
  [Packet.TYPE.A, 'a'],
]);

export async function openDnsServer(given: Zone = {}): Promise<DnsServer> {
  const zone: Required<Zone> = { txt: {}, cname: {}, a: {}, ...given };
  const running: DnsServer = { address: '', zone, silent: false, asked: [], close: async () => {} };
  const server = dns2.createServer({
    udp: true,
    handle(request, send) {
      const [question] = request.questions;
      if (!question || running.silent) return;
      const name = question.name.toLowerCase();
      running.asked.push(name);
      const response = Packet.createResponseFromRequest(request);
      const kind = known.get(question.type);
      const answer = (type: number, value: object) =>
        response.answers.push(Object.assign(new Packet.Resource(question.name, type, Packet.CLASS.IN, 1), value));
      if (kind === 'txt') for (const data of zone.txt[name] ?? []) answer(Packet.TYPE.TXT, { data });
      const alias = zone.cname[name];
      if (kind === 'cname' && alias) answer(Packet.TYPE.CNAME, { domain: alias });
      const address = zone.a[name];
      if (kind === 'a' && address) answer(Packet.TYPE.A, { address });
      const exists = name in zone.txt || name in zone.cname || name in zone.a;
      if (!exists) response.header.rcode = Packet.RCODE.NXDOMAIN;
      void send(response);
    },
  });
  await server.listen({ udp: { port: 0, address: '127.0.0.1' } });
  const { port } = server.addresses().udp as AddressInfo;
  running.address = `127.0.0.1:${port}`;
  running.close = () => server.close();
  return running;
}
