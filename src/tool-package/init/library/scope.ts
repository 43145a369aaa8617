import type * as t from '@babel/types';

/** Where an imported name comes from; `name` is `*` for the whole module. */
export interface Import {
  readonly source: string;
  readonly name: string;
}

/** What a module exports under a name: a name of its own, or one of another module. */
export interface Export {
  readonly name: string;
  readonly local?: string;
  readonly from?: Import;
  /** What is exported without a name of its own. */
  readonly value?: t.Node;
}

/** The declarations of a module or a namespace, by name. Those of one name stand together, as they add to one another. */
export class Scope {
  readonly types = new Map<string, t.Node[]>();
  readonly values = new Map<string, t.Node[]>();
  readonly namespaces = new Map<string, Scope>();
  readonly imports = new Map<string, Import>();
  readonly exports: Export[] = [];
  /** Modules that everything of is exported on. */
  readonly stars: string[] = [];
  /** The name or value of `export =`. */
  assigned: t.Node | undefined;

  /**
   * @param file the file it stands in
   * @param parent what a namespace stands in
   */
  constructor(
    readonly file: string,
    readonly parent?: Scope,
  ) {}

  /** Adds statements. In a namespace everything is exported that is declared. */
  add(statements: readonly t.Statement[]): void {
    for (const statement of statements) this.addStatement(statement);
  }

  private addStatement(statement: t.Statement): void {
    switch (statement.type) {
      case 'ExportNamedDeclaration':
        this.addExport(statement);
        return;
      case 'ExportDefaultDeclaration':
        this.addDefault(statement);
        return;
      case 'ExportAllDeclaration':
        this.stars.push(statement.source.value);
        return;
      case 'TSExportAssignment':
        this.assigned = statement.expression;
        return;
      case 'ImportDeclaration':
        this.addImport(statement);
        return;
      case 'TSImportEqualsDeclaration':
        if (statement.moduleReference.type === 'TSExternalModuleReference')
          this.imports.set(statement.id.name, { source: statement.moduleReference.expression.value, name: '=' });
        return;
      default:
        for (const name of this.declare(statement)) if (this.parent) this.exports.push({ name, local: name });
    }
  }

  private addExport({ declaration, specifiers, source, leadingComments }: t.ExportNamedDeclaration): void {
    if (declaration) {
      declaration.leadingComments ??= leadingComments ?? null;
      for (const name of this.declare(declaration)) this.exports.push({ name, local: name });
    }
    for (const specifier of specifiers) {
      if (specifier.type === 'ExportNamespaceSpecifier' && source)
        this.exports.push({ name: specifier.exported.name, from: { source: source.value, name: '*' } });
      if (specifier.type !== 'ExportSpecifier') continue;
      const { exported, local } = specifier;
      const name = exported.type === 'Identifier' ? exported.name : exported.value;
      this.exports.push(
        source ? { name, from: { source: source.value, name: local.name } } : { name, local: local.name },
      );
    }
  }

  private addDefault({ declaration, leadingComments }: t.ExportDefaultDeclaration): void {
    declaration.leadingComments ??= leadingComments ?? null;
    const [name] = declaration.type === 'Identifier' ? [declaration.name] : this.declare(declaration);
    this.exports.push(name === undefined ? { name: 'default', value: declaration } : { name: 'default', local: name });
  }

  private addImport({ source, specifiers }: t.ImportDeclaration): void {
    for (const specifier of specifiers) {
      const imported = specifier.type === 'ImportSpecifier' ? specifier.imported : undefined;
      const other = specifier.type === 'ImportDefaultSpecifier' ? 'default' : '*';
      const name = imported ? (imported.type === 'Identifier' ? imported.name : imported.value) : other;
      this.imports.set(specifier.local.name, { source: source.value, name });
    }
  }

  /** The names that a statement declares. */
  private declare(node: t.Node): string[] {
    switch (node.type) {
      case 'FunctionDeclaration':
      case 'TSDeclareFunction':
        return node.id ? [this.remember(this.values, node.id.name, node)] : [];
      case 'ClassDeclaration':
        if (!node.id) return [];
        this.remember(this.types, node.id.name, node);
        return [this.remember(this.values, node.id.name, node)];
      case 'VariableDeclaration':
        return node.declarations.flatMap((declarator) => {
          declarator.leadingComments ??= node.leadingComments ?? null;
          return declarator.id.type === 'Identifier'
            ? [this.remember(this.values, declarator.id.name, declarator)]
            : [];
        });
      case 'TSInterfaceDeclaration':
      case 'TSTypeAliasDeclaration':
      case 'TSEnumDeclaration':
        this.remember(this.types, node.id.name, node);
        return [];
      case 'TSModuleDeclaration':
        return node.id.type === 'Identifier' && node.kind !== 'global'
          ? [this.addNamespace(node.id.name, node.body)]
          : [];
      default:
        return [];
    }
  }

  private addNamespace(name: string, body: t.Node): string {
    const inner = this.namespaces.get(name) ?? new Scope(this.file, this);
    this.namespaces.set(name, inner);
    if (body.type === 'TSModuleBlock') inner.add(body.body);
    return name;
  }

  private remember(map: Map<string, t.Node[]>, name: string, node: t.Node): string {
    map.set(name, [...(map.get(name) ?? []), node]);
    return name;
  }
}
