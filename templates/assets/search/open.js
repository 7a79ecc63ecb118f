// An index that can be asked, of one archive or of a portal over several; how its pieces come is told by `transport`.
import { Engine } from "./engine.js";
import { PortalEngine } from "./portal.js";
import { emptyTable, unpack } from "./table.js";

export async function openIndex(boot, pieces, backend, transport) {
  const isPortal = boot.archives !== undefined;
  const table = isPortal ? emptyTable() : unpack(boot.table, boot.timeZone);
  const engine = isPortal
    ? new PortalEngine(boot, pieces, backend, transport, table)
    : new Engine(boot, pieces, backend, transport.chunk);
  await engine.open();
  return { engine, table };
}
