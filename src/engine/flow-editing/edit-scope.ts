import { EngineError } from '../../platform/common/errors.js';
import { ALL_TENANTS } from '../../platform/common/tenant.js';
import type { FlowRow, FlowRows, FlowTable } from '../../platform/persistence/index.js';
import { PREFIXED_COLUMNS, type RowChange, tenantOfChange, tenantPrefix, visibleRows } from '../flow/index.js';

const COLUMN = 'tenant_id';

/**
 * Whose rows somebody sees and changes: those of their own tenant, beside the shared ones, which callers of the service's own tenant
 * alone change.
 */
export class EditScope {
  /** @param own the tenant of the service */
  constructor(
    readonly tenant: string,
    private readonly own: string,
  ) {}

  seen(rows: FlowRows): FlowRows {
    return visibleRows(rows, this.tenant);
  }

  /** Whose a new row is: as its `tenant_id` says, else shared where the caller may add such rows, else the caller's tenant. */
  ofNewRow(table: FlowTable, values: FlowRow): string {
    if (!table.hasTenants) return ALL_TENANTS;
    return String(values[COLUMN] ?? (this.tenant === this.own ? ALL_TENANTS : this.tenant));
  }

  /** A new row as its table has it: with whose it is, and with the name of the tenant before a key that the table takes once. */
  written(table: FlowTable, row: FlowRow, tenant: string): FlowRow {
    const { [COLUMN]: _, ...values } = row;
    if (tenant === ALL_TENANTS) return values;
    const column = PREFIXED_COLUMNS.get(table.name);
    const key = column === undefined ? undefined : values[column];
    const isBare = typeof key === 'string' && key.trim() !== '' && !key.startsWith(tenantPrefix(tenant));
    return { ...values, ...(isBare && column ? { [column]: `${tenantPrefix(tenant)}${key}` } : {}), [COLUMN]: tenant };
  }

  /**
   * Whose rows the changes are of; `ALL_TENANTS`: the shared ones.
   * @throws EngineError FORBIDDEN for rows that the caller may not change, INVALID_REQUEST for shared rows together with others
   */
  requireOne(changes: readonly RowChange[]): string {
    const tenants = new Set(changes.map(tenantOfChange));
    for (const tenant of tenants) this.requireMine(tenant);
    if (tenants.size <= 1) return [...tenants][0] ?? ALL_TENANTS;
    const text = 'Rows that all tenants share and rows of a tenant are changed one after the other, not at once.';
    throw new EngineError('INVALID_REQUEST', text, { problems: [{ field: 'edits', message: text }] });
  }

  private requireMine(tenant: string): void {
    if (tenant === this.tenant || (tenant === ALL_TENANTS && this.tenant === this.own)) return;
    const text =
      tenant === ALL_TENANTS
        ? `This row is shared by all tenants: it is changed by callers of the tenant ${this.own}. Add a row of your own with the same key, which takes its place (docs/tenants.md).`
        : 'Rows of another tenant are changed by its own callers.';
    throw new EngineError('FORBIDDEN', text);
  }
}
