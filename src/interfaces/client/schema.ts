// Generated from docs/openapi.json by `npm run docs`.
export interface paths {
    "/ag-ui": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Answer one run of an AG-UI client
         * @description The reply comes as events of AG-UI 1.0. An open question ends the run with an interrupt; the next run answers it by `resume`, as a button does. What fails after RUN_STARTED is told as RUN_ERROR.
         */
        post: operations["runAgent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/actions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The actions of all conversations, newest first
         * @description By status, time and conversation an index finds them. For the other filters a page looks through 500 actions at most: it may be short, or empty, and has a cursor while there are more to look through.
         */
        get: operations["listActions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/actions/{actionId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * All that is recorded of an action
         * @description The question, whose yes or no it got, claims, approval, outcome, what the webhook was told, and its audit.
         */
        get: operations["getAction"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/actions/{proposalId}/approve": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Approve one revision of an open action, for one execution
         * @description The user's next yes carries it out; the approval alone runs nothing, and ends with the action.
         */
        post: operations["approveAction"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/actions/{proposalId}/refuse": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Close an action that waits for an approval, without one
         * @description No yes runs it any more. The next turn of its conversation tells the user.
         */
        post: operations["refuseAction"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/actions/awaiting-approval": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Open actions that the user has said yes to and nobody has approved yet */
        get: operations["listActionsAwaitingApproval"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/actions/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The actions of a list, all of them, as a file
         * @description Written while they are read; what comes in meanwhile is not in it. A file that ends early has no end of its list.
         */
        get: operations["exportActions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/actions/held": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Actions that were begun and may or may not have happened */
        get: operations["listHeldActions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/actions/held/{proposalId}/settle": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Say whether a held action has happened
         * @description The action becomes EXECUTED or REJECTED, with an audit record; the next turn tells the user.
         */
        post: operations["settleHeldAction"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/cache/analyze": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What is loaded of the flow tables */
        get: operations["analyzeFlow"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/cache/refresh": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Load the flow tables again
         * @description Running turns end on the definition they began with. Where a row is wrong, the old one stays.
         */
        post: operations["refreshFlow"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/conversation/audit/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What was recorded of a conversation, oldest first
         * @description A page of events; empty for an unknown conversation.
         */
        get: operations["getAudit"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/conversation/audit/{id}/trace": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What was recorded of a conversation, step by step
         * @description Reads a page of events; empty for an unknown conversation.
         */
        get: operations["getTrace"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/conversation/feedback": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Store a thumb up or down
         * @description A second opinion on the same messageId replaces the first.
         */
        post: operations["postFeedback"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/conversation/message": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Answer one message
         * @description One message of a conversation is answered at a time; a turn is stored whole or not at all. Send an Idempotency-Key to be able to repeat the request without repeating what it did.
         */
        post: operations["postMessage"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/conversation/stream/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Follow a conversation as server-sent events
         * @description CONNECTED comes first; then every recorded event, named by its stage and with its auditId as id, and VERBOSE events with the progress of a running turn. May be opened before the first message. A client that reconnects with the id of the last event it got receives what it missed, then what comes.
         */
        get: operations["followConversation"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/conversations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * All chats, those that began last first
         * @description By time an index finds them. For the other filters a page looks through 500 chats at most, and through 250 for `text` and `principal`: it may be short, or empty, and has a cursor while there are more to look through.
         */
        get: operations["listConversations"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/conversations/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Where a conversation stands: the last reply, and what waits for a yes
         * @description The fields of a reply, and of each open action what is left of its clocks. Runs and changes nothing.
         */
        get: operations["getConversation"];
        put?: never;
        post?: never;
        /** Erase one conversation, whosever it is, and leave a receipt */
        delete: operations["eraseConversation"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/conversations/{id}/handover": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Hand a conversation over to a person
         * @description From then on messages are kept for the person, nothing is read from them and no yes counts. One that is handed over already goes to another queue.
         */
        post: operations["handOverConversation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/conversations/{id}/handover/end": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Hand a conversation back to the engine
         * @description The engine goes on where the conversation stood. What was said meanwhile stands in its history.
         */
        post: operations["handBackConversation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/conversations/{id}/handover/replies": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Say something to the user of a conversation that is handed over
         * @description It stands in the history with who said it, and reaches whoever follows the conversation as ASSISTANT_OUTPUT, and the webhook as PERSON_REPLY.
         */
        post: operations["replyAsPerson"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/conversations/{id}/history": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What was said and replied, newest first
         * @description A page of turns; `nextBefore` leads to the turns before them.
         */
        get: operations["getConversationHistory"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/conversations/{id}/turns": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What was recorded of the turns of a conversation
         * @description What was said, what came of it, and each event of the audit, as far as `audit.level` keeps them.
         */
        get: operations["listTurns"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/conversations/{id}/verification": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Whether the records of a conversation are as the service has written them
         * @description Computes their hashes anew, as `convengine audit verify --conversation ID` does.
         */
        get: operations["verifyConversation"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/documents": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Documents, newest first */
        get: operations["listDocuments"];
        put?: never;
        /**
         * Take in a document, in place of the earlier one of its source
         * @description One with the same bytes as last time is left alone.
         */
        post: operations["ingestDocument"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/documents/{documentId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Remove a document, so that it is no longer found */
        delete: operations["removeDocument"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/erasures/{receipt}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** A receipt, computed anew from what is left */
        get: operations["verifyErasure"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/files": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The capability and language files that the process reads which answers */
        get: operations["listFiles"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/files/check": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * What another text of a file would change, and what would be wrong then
         * @description As the service finds it when it reads files, and as `convengine validate` does. Nothing is written.
         */
        post: operations["checkFile"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/files/switch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Make a file say something else
         * @description Recorded with what it said before, written whole, and read by every process that has the folder. Nothing is changed where the file is not what `base` says, has errors, or cannot be written.
         */
        post: operations["switchFile"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/files/text": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What a file says */
        get: operations["readFile"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/files/versions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Who changed which file when, and why; newest first */
        get: operations["listFileVersions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/files/versions/{versionId}/undo": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Make a file say what it said before a version
         * @description That is another version. Where the file has changed since, nothing is changed.
         */
        post: operations["undoFileVersion"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/flow": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The rows of the flow as a graph, what is wrong with them, and where conversations are
         * @description Enabled rows, as they were when the flow was loaded last.
         */
        get: operations["getFlow"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/flow/check": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * What edits of the running rows would change, and what would be wrong then
         * @description As flow check finds it. Nothing is written.
         */
        post: operations["checkFlowEdits"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/flow/dry-run": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * How messages would be answered, and why, without any effect
         * @description The steps of a turn with nothing to do anything with: nothing is stored, no tool and no handler is called, nobody is told. An action that is confirmed counts as done. The language model is asked only where `models` says so. `edits` and `file` are tried in the place of what runs.
         */
        post: operations["dryRunFlow"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/flow/shadows": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Flows that answered beside the one that runs, the newest first */
        get: operations["listFlowShadows"];
        put?: never;
        /**
         * Have another flow answer live turns beside the one that runs
         * @description After the reply, without any effect; nobody hears it. It ends when it is stopped or the flow is switched.
         */
        post: operations["startFlowShadow"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/flow/shadows/{shadowNo}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What a shadow has found until now, with examples
         * @description Other processes tell of their turns every few seconds. Examples go with their conversations.
         */
        get: operations["getFlowShadow"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/flow/shadows/{shadowNo}/stop": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * End a shadow
         * @description Its report stays.
         */
        post: operations["stopFlowShadow"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/flow/switch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Make edits of a version the next one
         * @description Written whole or not at all, and loaded by every process; running turns end on the version they began with. Where another version is newer than `base`, or a row would be wrong, nothing is changed.
         */
        post: operations["switchFlow"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/flow/tables": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The flow tables and those of knowledge, and their columns */
        get: operations["listFlowTables"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/flow/tables/{table}/rows": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The rows of a table that run, enabled or not
         * @description In the order of priority and key. What was changed by SQL is there once it is loaded.
         */
        get: operations["listFlowRows"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/flow/versions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The versions of the flow, newest first
         * @description Each load of other rows than before is one, also where they were changed by SQL.
         */
        get: operations["listFlowVersions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/flow/versions/{versionId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One version, with what it changed */
        get: operations["getFlowVersion"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/flow/versions/{versionId}/undo": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Make the rows that a version has changed what they were before
         * @description That is another version. Where one of the rows has changed since, nothing is changed.
         */
        post: operations["undoFlowVersion"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/handovers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The chats that people answer, those that have waited longest first
         * @description Read by an index of these chats alone, whatever else there is.
         */
        get: operations["listHandovers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/health": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Whether the service can work
         * @description Also at /health.
         */
        get: operations["getHealth"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/llm-calls": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What models were asked and have answered, newest first
         * @description With prompts and answers as far as `llm.log-prompts` lets them be written down.
         */
        get: operations["listModelCalls"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/mcp-servers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The servers of convengine.mcp.servers, their tools, and what has changed
         * @description Definitions are those of the database; whether a server is connected, the answering process says.
         */
        get: operations["listMcpServers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/mcp-servers/{server}/tools/{tool}/approve": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Let a tool that has changed be called as it is now
         * @description The process that answers calls it at once, others within seconds. It counts for this definition alone.
         */
        post: operations["approveMcpTool"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/me": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Who the caller is, and what they may do
         * @description Answers everybody: also whoever may do nothing learns how to sign in.
         */
        get: operations["getMe"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/schedules": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Schedules with times to come, or those of a conversation */
        get: operations["listSchedules"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/schedules/{conversationId}/{scheduleId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** A schedule with its consent and its times so far */
        get: operations["getSchedule"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/schedules/{conversationId}/{scheduleId}/revoke": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Stop a schedule
         * @description At once, also while one of its times is at work: that one comes to its end, and no other begins.
         */
        post: operations["revokeSchedule"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/session": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sign a browser in to the console with an API key or a token
         * @description For the pages of the service alone. The answer sets a cookie that no script can read; the key is kept by the service, readable with that cookie alone. A second key of the settings is added to the first.
         */
        post: operations["signIn"];
        /**
         * Sign a browser out of the console
         * @description The session is over at once, in every process. For the pages of the service alone.
         */
        delete: operations["signOut"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/statistics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * How the service is doing
         * @description Turns are counted by each process for itself, in memory; actions and events are those of the database.
         */
        get: operations["getStatistics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/subjects/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Everything that is stored of a user, as lines of JSON
         * @description A manifest, a line for each row, and an end with the count of rows and the SHA-256 of all lines before it. Written while it is read; an export without its end is not whole. Secrets (x-sensitive) are hidden.
         */
        get: operations["exportSubject"];
        put?: never;
        post?: never;
        /**
         * Erase everything that is stored of a user, and leave a receipt
         * @description Their conversations with all that belongs to them. A turn at work is waited for; a later one begins anew.
         */
        delete: operations["eraseSubject"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/tools": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The tools that this caller may call */
        get: operations["listTools"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/tools/{toolCode}/calls": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Call one tool
         * @description What only reads answers at once. What writes is not done: the answer is a question for the user, with exactly these arguments, and the page on which to decide (consent_url), where the service has a code for that page (convengine.consent.page-code); decideToolAction tells what it has come to.
         */
        post: operations["callTool"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/tools/actions/{actionId}/decision": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Pass on the user's word about a call that writes
         * @description The yes of a client counts where it is configured as a service, which asks its user itself, or where convengine.consent.agents leaves the tool to agents; then the call is carried out once, however often the word is sent. Any other yes leaves it OPEN: the user decides at consent_url, or consent_problem says why not. A no always counts. Once decided, this answers what it has come to. Only the caller that opened the action can answer for it.
         */
        post: operations["decideToolAction"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/tools/legacy-rule-conversion": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Score a proposed conversion of a legacy rule
         * @description Reads and scores; changes nothing. The score stands at the top of the body; an error has none.
         */
        post: operations["scoreLegacyRuleConversion"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/tools/savings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What transforms have saved, by tool
         * @description Since this process started; tools without a transform, and without a call, are left out.
         */
        get: operations["toolSavings"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/webhook/given-up": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Events that the webhook has not got, and will not get by itself */
        get: operations["listGivenUpEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/webhook/send-again": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Have events that were given up delivered once more
         * @description They are due at the next look (webhooks.poll-seconds), with the same id, and those of a conversation in their order. One that fails again is given up again at once, where it is older than webhooks.max-age-minutes.
         */
        post: operations["sendEventsAgain"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/workflows": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Runs that wait for a person, or those of a conversation */
        get: operations["listWorkflowRuns"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/workflows/{conversationId}/{runId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** A run with its steps */
        get: operations["getWorkflowRun"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/workflows/{conversationId}/{runId}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * End a run, and have it undone
         * @description The answer waits ten seconds for the undoing, which goes on after that.
         */
        post: operations["cancelWorkflowRun"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/workflows/{conversationId}/{runId}/retry": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Have a held run go on where it stood */
        post: operations["retryWorkflowRun"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/workflows/{conversationId}/{runId}/settle": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Say whether a step in doubt has happened
         * @description Of a run that is held. One that has not happened is done when the run goes on, which a retry has it do.
         */
        post: operations["settleWorkflowStep"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/workflows/{conversationId}/{runId}/signals": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Give a run what it waits for
         * @description One that comes before the run waits for it is kept. Each name counts once.
         */
        post: operations["signalWorkflowRun"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/metrics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What this process measures, in the text format of Prometheus
         * @description What each number means stands beside it, and in docs/telemetry.md.
         */
        get: operations["getMetrics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/responses": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Answer one request of a client of OpenAI’s Responses API
         * @description An open question is an item `mcp_approval_request`; an item `mcp_approval_response` answers it, as a button does. `previous_response_id` goes on with the conversation. Errors have the shape of OpenAI’s API.
         */
        post: operations["createResponse"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /**
         * @example {
         *       "conversationId": "7b6e2b0a-3c1d-4e5f-8a9b-0c1d2e3f4a5b",
         *       "proposalId": "0198c7a4-5b1e-7c3d-9e8f-2a6b4c0d1e5f",
         *       "revision": 1,
         *       "actionKey": "delete_account",
         *       "actionRef": "accounts:delete",
         *       "arguments": {
         *         "accountId": "7017"
         *       },
         *       "question": "Shall I delete account 7017?",
         *       "askedAt": "2026-01-31T12:00:00.000Z",
         *       "expiresAt": "2026-01-31T12:30:00.000Z"
         *     }
         */
        ActionAwaitingApproval: {
            actionKey: string;
            /** @description What will carry it out: HANDLER:METHODS or tool:CODE@DIGEST */
            actionRef: string;
            arguments: {
                [key: string]: unknown;
            };
            /**
             * Format: date-time
             * @description When the user said yes
             */
            askedAt: string;
            /** Format: uuid */
            conversationId: string;
            /** Format: date-time */
            expiresAt: string | null;
            /** Format: uuid */
            proposalId: string;
            /** @description What the user said yes to */
            question: string;
            /** @description What is approved; other arguments are another revision */
            revision: number;
        };
        /**
         * @description All that is recorded of an action; what is null was not recorded
         * @example {
         *       "actionId": "0198c7a4-5b1e-7c3d-9e8f-2a6b4c0d1e5f",
         *       "conversationId": "7b6e2b0a-3c1d-4e5f-8a9b-0c1d2e3f4a5b",
         *       "actionKey": "cancel_order",
         *       "actionRef": "demoOrders:cancel",
         *       "toolCode": null,
         *       "intent": "ORDER_CANCELLATION",
         *       "state": "CONFIRM_CANCELLATION",
         *       "status": "EXECUTED",
         *       "reason": null,
         *       "isHeld": false,
         *       "isAwaitingApproval": false,
         *       "revision": 1,
         *       "riskLevel": "MEDIUM",
         *       "question": "Shall I cancel order 7017?",
         *       "arguments": {
         *         "orderId": "7017"
         *       },
         *       "argumentsHash": "6f0d0c9f0c4a0d7e",
         *       "createdAt": "2026-01-31T12:00:00.000Z",
         *       "updatedAt": "2026-01-31T12:01:00.000Z",
         *       "expiresAt": "2026-01-31T12:30:00.000Z",
         *       "expiresAfterTurn": 4,
         *       "attempts": 1,
         *       "outcomeSummary": "(cancellation reference: CXL-AF4906501)",
         *       "confirmedBy": {
         *         "kind": "USER",
         *         "id": null
         *       },
         *       "idempotencyKey": "0198c7a4-5b1e-7c3d-9e8f-2a6b4c0d1e5f.1",
         *       "executionPolicy": "at-most-once",
         *       "consentStrength": "PLAIN",
         *       "mayAnswer": [
         *         "USER",
         *         "SERVICE"
         *       ],
         *       "requestedBy": {
         *         "kind": "USER",
         *         "id": null
         *       },
         *       "alsoRequestedBy": [],
         *       "revisions": [
         *         {
         *           "revision": 1,
         *           "question": "Shall I cancel order 7017?",
         *           "arguments": {
         *             "orderId": "7017"
         *           },
         *           "argumentsHash": "6f0d0c9f0c4a0d7e",
         *           "at": "2026-01-31T12:00:00.000Z"
         *         }
         *       ],
         *       "consent": {
         *         "words": "yes please",
         *         "decision": "CONFIRM",
         *         "by": {
         *           "kind": "USER",
         *           "id": null
         *         },
         *         "via": "message",
         *         "proof": null,
         *         "at": "2026-01-31T12:01:00.000Z"
         *       },
         *       "uncounted": [],
         *       "approval": null,
         *       "claims": [
         *         {
         *           "at": "2026-01-31T12:01:00.000Z",
         *           "by": null,
         *           "fencingToken": 1769860860001,
         *           "expiresAt": null
         *         }
         *       ],
         *       "outcome": {
         *         "status": "EXECUTED",
         *         "result": {
         *           "cancellationReference": "CXL-AF4906501"
         *         },
         *         "error": null,
         *         "at": "2026-01-31T12:01:00.000Z"
         *       },
         *       "deliveries": [],
         *       "lifecycle": [
         *         {
         *           "event": "OPEN",
         *           "at": "2026-01-31T12:00:00.000Z",
         *           "turn": 1,
         *           "detail": {
         *             "status": "OPEN"
         *           }
         *         }
         *       ]
         *     }
         */
        ActionDetail: {
            /** Format: uuid */
            actionId: string;
            actionKey: string;
            /** @description What carries it out: HANDLER:METHODS or tool:CODE@DIGEST; before it scheduled:POLICY:ARGUMENT: where that is at times to come */
            actionRef: string;
            /** @description Who has asked for the very same while it was open */
            alsoRequestedBy: {
                /** @description The name that was proved */
                id: string | null;
                kind: string;
            }[];
            approval: {
                /**
                 * Format: date-time
                 * @description UTC, to the millisecond
                 */
                at: string | null;
                by: string | null;
                /** @enum {string|null} */
                decision: "APPROVED" | "REFUSED" | null;
                note: string | null;
                required: boolean;
                revision: number | null;
                /**
                 * Format: date-time
                 * @description An approval is for one execution
                 */
                usedAt: string | null;
            } | null;
            /** @description Without what must not be shown */
            arguments: {
                [key: string]: unknown;
            };
            /** @description SHA-256 of the arguments as they are, in hexadecimal digits */
            argumentsHash: string;
            attempts: number;
            /** @description Newest last. Whose claim it was is kept while it lasts */
            claims: {
                /**
                 * Format: date-time
                 * @description UTC, to the millisecond
                 */
                at: string;
                by: string | null;
                /**
                 * Format: date-time
                 * @description UTC, to the millisecond
                 */
                expiresAt: string | null;
                fencingToken: number | null;
            }[];
            /** @description Whose yes it was begun with; null where it has got none */
            confirmedBy: {
                /** @description The name that was proved */
                id: string | null;
                kind: string;
            } | null;
            consent: {
                /**
                 * Format: date-time
                 * @description UTC, to the millisecond
                 */
                at: string | null;
                by: {
                    /** @description The name that was proved */
                    id: string | null;
                    kind: string;
                } | null;
                /** @enum {string} */
                decision: "CONFIRM" | "REJECT";
                proof: string | null;
                /** @description The door it came through */
                via: string | null;
                /** @description Empty where a button was pressed */
                words: string | null;
            } | null;
            /** @description How strong a yes it needs: PLAIN, STRONG or TYPED */
            consentStrength: string;
            /** Format: uuid */
            conversationId: string;
            /**
             * Format: date-time
             * @description When this revision was asked
             */
            createdAt: string;
            /** @description What the webhook is told of it, oldest first */
            deliveries: {
                /**
                 * Format: date-time
                 * @description When it happened
                 */
                at: string;
                attempts: number;
                /**
                 * Format: date-time
                 * @description UTC, to the millisecond
                 */
                deliveredAt: string | null;
                error: string | null;
                event: string;
                /** Format: uuid */
                eventId: string;
                /**
                 * Format: date-time
                 * @description UTC, to the millisecond
                 */
                nextAttemptAt: string | null;
                /** @enum {string} */
                status: "WAITING" | "DELIVERED" | "GIVEN_UP";
                /** @description The address that is configured now, without its query */
                url: string | null;
            }[];
            executionPolicy: string;
            expiresAfterTurn: number | null;
            /**
             * Format: date-time
             * @description UTC, to the millisecond
             */
            expiresAt: string | null;
            idempotencyKey: string;
            intent: string;
            /** @description Open, and to be approved before a yes carries it out */
            isAwaitingApproval: boolean;
            /** @description Begun, and nobody can tell how it ended */
            isHeld: boolean;
            /** @description PENDING_ACTION_LIFECYCLE in the audit, oldest first */
            lifecycle: {
                /**
                 * Format: date-time
                 * @description UTC, to the millisecond
                 */
                at: string;
                detail: {
                    [key: string]: unknown;
                };
                event: string;
                turn: number;
            }[];
            /** @description Kinds of principals whose yes counts */
            mayAnswer: string[];
            outcome: {
                /**
                 * Format: date-time
                 * @description UTC, to the millisecond
                 */
                at: string | null;
                error: string | null;
                result: unknown;
                /** @enum {string} */
                status: "OPEN" | "IN_PROGRESS" | "EXECUTED" | "REJECTED" | "EXPIRED";
            } | null;
            /** @description What came of it, in at most 300 characters */
            outcomeSummary: string | null;
            question: string;
            /** @description Why it was closed without success, or is held */
            reason: string | null;
            requestedBy: {
                /** @description The name that was proved */
                id: string | null;
                kind: string;
            } | null;
            revision: number;
            /** @description Newest last. Of one that was replaced, question and arguments are null where they were not kept yet */
            revisions: {
                arguments: {
                    [key: string]: unknown;
                } | null;
                argumentsHash: string;
                /**
                 * Format: date-time
                 * @description UTC, to the millisecond
                 */
                at: string;
                question: string | null;
                revision: number;
            }[];
            /** @enum {string|null} */
            riskLevel: "LOW" | "MEDIUM" | "HIGH" | null;
            state: string;
            /** @enum {string} */
            status: "OPEN" | "IN_PROGRESS" | "EXECUTED" | "REJECTED" | "EXPIRED";
            toolCode: string | null;
            /** @description Each yes that ran nothing, oldest first: it was refused, or held back for an approval */
            uncounted: {
                /**
                 * Format: date-time
                 * @description UTC, to the millisecond
                 */
                at: string;
                by: {
                    /** @description The name that was proved */
                    id: string | null;
                    kind: string;
                } | null;
                /** @description As CONSENT_REFUSED and GUARDRAIL_DENY in the audit have it */
                reason: string;
                revision: number | null;
                turn: number;
                /** @description The door it came through */
                via: string | null;
                /** @description Empty where a button was pressed */
                words: string | null;
            }[];
            /**
             * Format: date-time
             * @description UTC, to the millisecond
             */
            updatedAt: string;
        };
        /**
         * @example {
         *       "items": [
         *         {
         *           "actionId": "0198c7a4-5b1e-7c3d-9e8f-2a6b4c0d1e5f",
         *           "conversationId": "7b6e2b0a-3c1d-4e5f-8a9b-0c1d2e3f4a5b",
         *           "actionKey": "cancel_order",
         *           "actionRef": "demoOrders:cancel",
         *           "toolCode": null,
         *           "intent": "ORDER_CANCELLATION",
         *           "state": "CONFIRM_CANCELLATION",
         *           "status": "EXECUTED",
         *           "reason": null,
         *           "isHeld": false,
         *           "isAwaitingApproval": false,
         *           "revision": 1,
         *           "riskLevel": "MEDIUM",
         *           "question": "Shall I cancel order 7017?",
         *           "arguments": {
         *             "orderId": "7017"
         *           },
         *           "argumentsHash": "6f0d0c9f0c4a0d7e",
         *           "createdAt": "2026-01-31T12:00:00.000Z",
         *           "updatedAt": "2026-01-31T12:01:00.000Z",
         *           "expiresAt": "2026-01-31T12:30:00.000Z",
         *           "expiresAfterTurn": 4,
         *           "attempts": 1,
         *           "outcomeSummary": "(cancellation reference: CXL-AF4906501)",
         *           "confirmedBy": {
         *             "kind": "USER",
         *             "id": null
         *           }
         *         }
         *       ],
         *       "nextCursor": null
         *     }
         */
        ActionList: {
            items: {
                /** Format: uuid */
                actionId: string;
                actionKey: string;
                /** @description What carries it out: HANDLER:METHODS or tool:CODE@DIGEST; before it scheduled:POLICY:ARGUMENT: where that is at times to come */
                actionRef: string;
                /** @description Without what must not be shown */
                arguments: {
                    [key: string]: unknown;
                };
                /** @description SHA-256 of the arguments as they are, in hexadecimal digits */
                argumentsHash: string;
                attempts: number;
                /** @description Whose yes it was begun with; null where it has got none */
                confirmedBy: {
                    /** @description The name that was proved */
                    id: string | null;
                    kind: string;
                } | null;
                /** Format: uuid */
                conversationId: string;
                /**
                 * Format: date-time
                 * @description When this revision was asked
                 */
                createdAt: string;
                expiresAfterTurn: number | null;
                /**
                 * Format: date-time
                 * @description UTC, to the millisecond
                 */
                expiresAt: string | null;
                intent: string;
                /** @description Open, and to be approved before a yes carries it out */
                isAwaitingApproval: boolean;
                /** @description Begun, and nobody can tell how it ended */
                isHeld: boolean;
                /** @description What came of it, in at most 300 characters */
                outcomeSummary: string | null;
                question: string;
                /** @description Why it was closed without success, or is held */
                reason: string | null;
                revision: number;
                /** @enum {string|null} */
                riskLevel: "LOW" | "MEDIUM" | "HIGH" | null;
                state: string;
                /** @enum {string} */
                status: "OPEN" | "IN_PROGRESS" | "EXECUTED" | "REJECTED" | "EXPIRED";
                toolCode: string | null;
                /**
                 * Format: date-time
                 * @description UTC, to the millisecond
                 */
                updatedAt: string;
            }[];
            /** @description Ask again with `cursor` set to this; null: there is no more. A page may be short, or empty, before that */
            nextCursor: string | null;
        };
        /**
         * @example {
         *       "id": "resp_7b6e2b0a-3c1d-4e5f-8a9b-0c1d2e3f4a5b.2",
         *       "object": "response",
         *       "status": "completed",
         *       "previous_response_id": "resp_7b6e2b0a-3c1d-4e5f-8a9b-0c1d2e3f4a5b.1",
         *       "output": [
         *         {
         *           "id": "msg_7b6e2b0a-3c1d-4e5f-8a9b-0c1d2e3f4a5b.2",
         *           "type": "message"
         *         }
         *       ]
         *     }
         */
        AgentResponse: {
            id: string;
            /** @enum {string} */
            object: "response";
            output: ({
                id: string;
                /** @enum {string} */
                type: "message" | "mcp_approval_request";
            } & {
                [key: string]: unknown;
            })[];
            previous_response_id: string | null;
            /** @enum {string} */
            status: "completed";
        } & {
            [key: string]: unknown;
        };
        /**
         * @example {
         *       "input": "Move my connection to City2"
         *     }
         */
        AgentResponseRequest: {
            /** @description Refused where true: a response is there when the request ends */
            background?: boolean | null;
            /** @description Refused: go on with previous_response_id */
            conversation?: unknown;
            input: string | (({
                approval_request_id: string;
                approve: boolean;
                /** @enum {string} */
                type: "mcp_approval_response";
            } & {
                [key: string]: unknown;
            }) | ({
                content: string | ({
                    text?: string;
                    type: string;
                } & {
                    [key: string]: unknown;
                })[];
                role: string;
                /** @enum {string} */
                type?: "message";
            } & {
                [key: string]: unknown;
            }) | ({
                type: string;
            } & {
                [key: string]: unknown;
            }))[];
            /** @description Beyond OpenAI’s API: `inputParams` of `POST /api/v1/conversation/message` */
            input_params?: {
                [key: string]: unknown;
            } | null;
            /** @description Given back as it is */
            metadata?: {
                [key: string]: string;
            } | null;
            /** @description Given back as it is: the flow decides what answers */
            model?: string | null;
            /** @description The response that this answers */
            previous_response_id?: string | null;
            stream?: boolean | null;
        } & {
            [key: string]: unknown;
        };
        /**
         * @example {
         *       "revision": 1,
         *       "by": "ann",
         *       "note": "checked with the customer"
         *     }
         */
        Approval: {
            /** @description Who approves; kept with the action and in the audit */
            by: string;
            /**
             * @description Why; kept with the action and in the audit
             * @default
             */
            note: string;
            /** @description The revision that was looked at */
            revision: number;
        };
        /**
         * @example {
         *       "revision": 1,
         *       "by": "ann",
         *       "note": "the customer has left"
         *     }
         */
        ApprovalRefusal: {
            /** @description Who refuses; kept in the audit */
            by: string;
            /**
             * @description Why; kept in the audit
             * @default
             */
            note: string;
            /** @description The revision that was looked at; left out: whichever waits */
            revision?: number;
        };
        /**
         * @example {
         *       "proposalId": "0198c7a4-5b1e-7c3d-9e8f-2a6b4c0d1e5f",
         *       "revision": 1,
         *       "approvedBy": "ann",
         *       "approvedAt": "2026-01-31T12:00:00.000Z"
         *     }
         */
        ApprovedAction: {
            /** Format: date-time */
            approvedAt: string;
            approvedBy: string;
            /** Format: uuid */
            proposalId: string;
            revision: number;
        };
        /**
         * @example {
         *       "server": "crm",
         *       "tool": "create_deal",
         *       "approvedBy": "ann",
         *       "approvedAt": "2026-01-31T12:01:00.000Z"
         *     }
         */
        ApprovedPin: {
            /** Format: date-time */
            approvedAt: string;
            approvedBy: string;
            server: string;
            tool: string;
        };
        /**
         * @example {
         *       "actionId": "0198c7a4-5b1e-7c3d-9e8f-2a6b4c0d1e5f",
         *       "revision": 1,
         *       "question": "Do you want to move this connection right away?",
         *       "arguments": {
         *         "targetCity": "City2"
         *       },
         *       "argumentsHash": "5f9b1c0e8d7a6b3c2d1e0f9a8b7c6d5e4f3a2b1c0d9e8f7a6b5c4d3e2f1a0b9c",
         *       "expiresAt": "2026-01-31T12:30:00.000Z",
         *       "expiresAfterTurn": 5,
         *       "riskLevel": "LOW",
         *       "consent": "PLAIN",
         *       "answers": [
         *         {
         *           "label": "Yes",
         *           "decision": "CONFIRM"
         *         },
         *         {
         *           "label": "No",
         *           "decision": "REJECT"
         *         }
         *       ]
         *     }
         */
        AskedQuestion: {
            /** Format: uuid */
            actionId: string;
            answers: {
                /** @enum {string} */
                decision: "CONFIRM" | "REJECT";
                label: string;
            }[];
            /** @description What it would be done with, secrets left out */
            arguments: {
                [key: string]: unknown;
            };
            /** @description SHA-256 of the arguments, hexadecimal */
            argumentsHash: string;
            /**
             * @description How strong a yes in words has to be; a button is enough for each
             * @enum {string}
             */
            consent: "PLAIN" | "STRONG" | "TYPED";
            /** @description The last turn that can answer */
            expiresAfterTurn: number | null;
            /** Format: date-time */
            expiresAt: string | null;
            question: string;
            /** @description Counts up when the arguments change: a yes is for one revision alone */
            revision: number;
            /** @enum {string|null} */
            riskLevel: "LOW" | "MEDIUM" | "HIGH" | null;
        };
        /**
         * @example {
         *       "auditId": 2,
         *       "conversationId": "7b6e2b0a-3c1d-4e5f-8a9b-0c1d2e3f4a5b",
         *       "turnNo": 1,
         *       "stage": "DIALOGUE_ACT_CLASSIFIED",
         *       "payloadJson": "{\"dialogueAct\":\"AFFIRM\"}",
         *       "createdAt": "2026-01-31T12:00:00.000Z"
         *     }
         */
        AuditEntry: {
            /** @description Counts up within the conversation */
            auditId: number;
            /**
             * Format: uuid
             * @description A UUID
             * @example 7b6e2b0a-3c1d-4e5f-8a9b-0c1d2e3f4a5b
             */
            conversationId: string;
            /**
             * Format: date-time
             * @description UTC, to the millisecond
             */
            createdAt: string;
            /** @description JSON text */
            payloadJson: string;
            stage: string;
            turnNo: number;
        };
        /**
         * @example {
         *       "loadedAt": "2026-01-31T12:00:00.000Z",
         *       "staticCaches": {
         *         "ce_rule": {
         *           "exists": true,
         *           "listSize": 12
         *         }
         *       }
         *     }
         */
        CacheAnalysis: {
            /**
             * Format: date-time
             * @description When the running flow definition was loaded
             */
            loadedAt: string | null;
            /**
             * @description The loaded rows of each flow table
             * @example {
             *       "ce_rule": {
             *         "exists": true,
             *         "listSize": 12
             *       }
             *     }
             */
            staticCaches: {
                [key: string]: {
                    /** @enum {boolean} */
                    exists: true;
                    listSize: number;
                };
            };
        };
        /**
         * @example {
         *       "base": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
         *       "before": "a: 1\n",
         *       "after": "a: 2\n",
         *       "problems": []
         *     }
         */
        CheckedFile: {
            after: string | null;
            /** @description SHA-256 of the file as it is; null where there is none */
            base: string | null;
            /** @description What is read now, of the package where there is no file of one’s own */
            before: string | null;
            /** @description Errors keep the file from being switched to */
            problems: {
                column: number | null;
                /** @description Counted from 1; null where it is about all of it */
                line: number | null;
                message: string;
                /** @enum {string} */
                severity: "error" | "warning";
                /** @description What else is wrong because of it; null in the file itself */
                where: string | null;
            }[];
        };
        /**
         * @example {
         *       "base": 12,
         *       "changes": [
         *         {
         *           "table": "ce_response",
         *           "row": "3",
         *           "before": {
         *             "response_id": 3,
         *             "exact_text": "Room {{room}} is booked.",
         *             "priority": 100,
         *             "enabled": true
         *           },
         *           "after": {
         *             "response_id": 3,
         *             "exact_text": "Booked: room {{room}}.",
         *             "priority": 100,
         *             "enabled": true
         *           }
         *         }
         *       ],
         *       "problems": []
         *     }
         */
        CheckedFlowEdits: {
            /** @description The version that runs, which these are edits of */
            base: number;
            /** @description In the order of the edits */
            changes: components["schemas"]["FlowRowChange"][];
            /** @description Of all rows, those that come with the edits first */
            problems: {
                column: string | null;
                /** @description Whether it comes with the edits; new errors keep them from being made */
                isNew: boolean;
                message: string;
                row: string | null;
                /** @enum {string} */
                severity: "error" | "warning";
                table: string;
            }[];
        };
        /**
         * @example {
         *       "kind": "LANGUAGE",
         *       "folder": "languages",
         *       "path": "en/replies.yaml",
         *       "text": "Handover:\n  …\n"
         *     }
         */
        CheckFile: {
            /** @description As the settings name it; empty where they name none */
            folder: string;
            /**
             * @description CAPABILITY: tools and playbooks (docs/capabilities.md). LANGUAGE: words (docs/languages.md)
             * @enum {string}
             */
            kind: "CAPABILITY" | "LANGUAGE";
            /** @description Within the folder */
            path: string;
            /** @description null takes the file away */
            text: string | null;
        };
        /**
         * @example {
         *       "edits": [
         *         {
         *           "table": "ce_response",
         *           "row": "3",
         *           "values": {
         *             "exact_text": "Booked: room {{room}}."
         *           }
         *         }
         *       ]
         *     }
         */
        CheckFlowEdits: {
            /** @description One for each row */
            edits: {
                /** @description Left out for a new row */
                row?: string;
                table: string;
                /** @description The columns that get another value; null takes the row away */
                values: {
                    [key: string]: string | number | boolean | (null);
                } | null;
            }[];
        };
        /**
         * @example {
         *       "kind": "SHADOW",
         *       "compared": 800,
         *       "differing": 31,
         *       "changes": [
         *         {
         *           "table": "ce_response",
         *           "row": "3",
         *           "before": {
         *             "response_id": 3,
         *             "exact_text": "Room {{room}} is booked.",
         *             "priority": 100,
         *             "enabled": true
         *           },
         *           "after": {
         *             "response_id": 3,
         *             "exact_text": "Booked: room {{room}}.",
         *             "priority": 100,
         *             "enabled": true
         *           }
         *         }
         *       ],
         *       "groups": [],
         *       "leftOut": {},
         *       "untriable": []
         *     }
         */
        ComparisonReport: {
            /** @description The rows in which the flows differ */
            changes: components["schemas"]["FlowRowChange"][];
            compared: number;
            differing: number;
            /** @description The worst first */
            groups: {
                change: components["schemas"]["FlowRowChange"] | null;
                count: number;
                /**
                 * @description ROW: because of one changed row. TOGETHER: because of the changed rows, and of none of them alone. NOT_TRIED: because of them; which one was not tried. NOT_BY_ROWS: without them as well.
                 * @enum {string}
                 */
                reason: "ROW" | "TOGETHER" | "NOT_TRIED" | "NOT_BY_ROWS";
                /** @description The worst first */
                ways: {
                    count: number;
                    /** @description Both sides are null where they are other words each time */
                    differences: {
                        /** @description null for nothing */
                        after: string | null;
                        /** @enum {string} */
                        aspect: "executes" | "asks" | "act" | "intent" | "state" | "reply";
                        /** @description null for nothing */
                        before: string | null;
                    }[];
                    effectsAdded: string[];
                    effectsLost: string[];
                    examples: {
                        conversationId: string;
                        /** @description Actions that the other flow alone begins */
                        effectsAdded: string[];
                        /** @description Actions that the other flow does not begin */
                        effectsLost: string[];
                        firstDifference: {
                            /** @description The worst first */
                            differences: {
                                /** @description null for nothing */
                                after: string | null;
                                /** @enum {string} */
                                aspect: "executes" | "asks" | "act" | "intent" | "state" | "reply";
                                /** @description null for nothing */
                                before: string | null;
                            }[];
                            message: string;
                            turn: number;
                        };
                        /** @description What the other flow has called, of which nobody knows what it gives */
                        unrecorded: string[];
                    }[];
                }[];
            }[];
            /**
             * @description Whether conversations were held again, or turns answered beside
             * @enum {string}
             */
            kind: "REPLAY" | "SHADOW";
            /** @description How many were not compared, by the reason */
            leftOut: {
                [key: string]: number;
            };
            untriable: {
                change: components["schemas"]["FlowRowChange"];
                problem: string;
            }[];
        };
        /**
         * @example {
         *       "conversationId": "7b6e2b0a-3c1d-4e5f-8a9b-0c1d2e3f4a5b",
         *       "intent": "CONNECTION_TRANSFER",
         *       "state": "AWAITING_CONFIRMATION",
         *       "status": "RUNNING",
         *       "turn": 2,
         *       "payload": {
         *         "type": "TEXT",
         *         "value": "Do you want to move this connection right away?"
         *       },
         *       "context": "{\"sourceCity\":\"City1\",\"targetCity\":\"City2\"}",
         *       "isAnswering": false,
         *       "pendingActions": [
         *         {
         *           "actionId": "0198c7a4-5b1e-7c3d-9e8f-2a6b4c0d1e5f",
         *           "revision": 1,
         *           "question": "Do you want to move this connection right away?",
         *           "arguments": {
         *             "targetCity": "City2"
         *           },
         *           "argumentsHash": "5f9b1c0e8d7a6b3c2d1e0f9a8b7c6d5e4f3a2b1c0d9e8f7a6b5c4d3e2f1a0b9c",
         *           "expiresAt": "2026-01-31T12:30:00.000Z",
         *           "expiresAfterTurn": 5,
         *           "riskLevel": "LOW",
         *           "consent": "PLAIN",
         *           "answers": [
         *             {
         *               "label": "Yes",
         *               "decision": "CONFIRM"
         *             },
         *             {
         *               "label": "No",
         *               "decision": "REJECT"
         *             }
         *           ],
         *           "isAsked": true,
         *           "secondsLeft": 1740,
         *           "turnsLeft": 3
         *         }
         *       ],
         *       "workflows": [],
         *       "schedules": [],
         *       "handover": null,
         *       "createdAt": "2026-01-31T12:00:00.000Z",
         *       "updatedAt": "2026-01-31T12:01:00.000Z"
         *     }
         */
        Conversation: {
            /** @description What the conversation knows, as JSON text, without secrets */
            context: string;
            /**
             * Format: uuid
             * @description A UUID
             * @example 7b6e2b0a-3c1d-4e5f-8a9b-0c1d2e3f4a5b
             */
            conversationId: string;
            /**
             * Format: date-time
             * @description UTC, to the millisecond
             */
            createdAt: string;
            /** @description That a person answers; null while the engine does */
            handover: {
                /** @description Who has handed it over: the name of an operator, or FLOW */
                by: string;
                /** @description Which people are to answer; empty where that was not said */
                queue: string;
                /**
                 * Format: date-time
                 * @description UTC, to the millisecond
                 */
                since: string;
            } | null;
            intent: string;
            /** @description A message is being answered: ask again when it is done */
            isAnswering: boolean;
            /** @description The last reply; null before the first, and once it was deleted */
            payload: {
                /** @enum {string} */
                type: "TEXT" | "JSON" | "ERROR";
                /** @description Text for the user; for JSON and ERROR, JSON text */
                value: string;
            } | null;
            /** @description Every action that a yes would still count for */
            pendingActions: components["schemas"]["OpenAction"][];
            /** @description What its user has agreed to for times to come, the next first; at most 20 */
            schedules: components["schemas"]["OpenSchedule"][];
            state: string;
            /**
             * @description BLOCKED: a policy refused the last message
             * @enum {string}
             */
            status: "RUNNING" | "BLOCKED";
            /** @description The number of the last turn */
            turn: number;
            /**
             * Format: date-time
             * @description UTC, to the millisecond
             */
            updatedAt: string;
            /** @description What goes on beside it, the newest first */
            workflows: components["schemas"]["OpenWorkflow"][];
        };
        /**
         * @example {
         *       "conversationId": "7b6e2b0a-3c1d-4e5f-8a9b-0c1d2e3f4a5b",
         *       "turns": [
         *         {
         *           "turn": 2,
         *           "message": "to City2",
         *           "payload": {
         *             "type": "TEXT",
         *             "value": "Do you want to move this connection right away?"
         *           },
         *           "by": null,
         *           "at": "2026-01-31T12:01:00.000Z"
         *         }
         *       ],
         *       "nextBefore": 2
         *     }
         */
        ConversationHistory: {
            /**
             * Format: uuid
             * @description A UUID
             * @example 7b6e2b0a-3c1d-4e5f-8a9b-0c1d2e3f4a5b
             */
            conversationId: string;
            /** @description Ask again with `before` set to this; null: there is no more */
            nextBefore: number | null;
            /** @description Newest first */
            turns: {
                /**
                 * Format: date-time
                 * @description UTC, to the millisecond
                 */
                at: string;
                /** @description The person who replied; null where the engine did */
                by: string | null;
                /** @description What the user said, without secrets */
                message: string;
                payload: {
                    /** @enum {string} */
                    type: "TEXT" | "JSON" | "ERROR";
                    /** @description Text for the user; for JSON and ERROR, JSON text */
                    value: string;
                };
                /** @description Counts up; turns that failed are left out */
                turn: number;
            }[];
        };
        /**
         * @example {
         *       "items": [
         *         {
         *           "conversationId": "7b6e2b0a-3c1d-4e5f-8a9b-0c1d2e3f4a5b",
         *           "intent": "ORDER_CANCELLATION",
         *           "state": "CONFIRM_CANCELLATION",
         *           "status": "RUNNING",
         *           "startedAt": "2026-01-31T12:00:00.000Z",
         *           "updatedAt": "2026-01-31T12:00:00.000Z",
         *           "turns": 1,
         *           "lastUserText": "cancel my order 7017",
         *           "lastReply": {
         *             "type": "TEXT",
         *             "value": "Shall I cancel order 7017?"
         *           },
         *           "openActions": 1,
         *           "lastErrorCode": null,
         *           "principal": "USER"
         *         }
         *       ],
         *       "nextCursor": null
         *     }
         */
        ConversationList: {
            items: {
                /**
                 * Format: uuid
                 * @description A UUID
                 * @example 7b6e2b0a-3c1d-4e5f-8a9b-0c1d2e3f4a5b
                 */
                conversationId: string;
                intent: string;
                /** @description Why the newest turn failed */
                lastErrorCode: string | null;
                lastReply: {
                    /** @enum {string} */
                    type: "TEXT" | "JSON";
                    /** @description Text, or JSON text */
                    value: string;
                } | null;
                lastUserText: string | null;
                openActions: number;
                /** @description Who spoke in the newest turn */
                principal: string | null;
                /**
                 * Format: date-time
                 * @description UTC, to the millisecond
                 */
                startedAt: string;
                state: string;
                /** @description RUNNING, or BLOCKED where a policy refused the last message */
                status: string;
                /** @description The number of the last turn */
                turns: number;
                /**
                 * Format: date-time
                 * @description UTC, to the millisecond
                 */
                updatedAt: string;
            }[];
            /** @description Ask again with `cursor` set to this; null: there is no more. A page may be short, or empty, before that */
            nextCursor: string | null;
        };
        /**
         * @example {
         *       "documentId": 7,
         *       "collection": "hr",
         *       "source": "handbook.md",
         *       "title": "Handbook",
         *       "mediaType": "text/markdown",
         *       "bytes": 3912,
         *       "chunks": 12,
         *       "ingestedAt": "2026-01-31T12:00:00.000Z"
         *     }
         */
        Document: {
            bytes: number;
            chunks: number;
            collection: string;
            documentId: number;
            /** Format: date-time */
            ingestedAt: string;
            mediaType: string;
            source: string;
            title: string;
        };
        /**
         * @example {
         *       "turns": [
         *         {
         *           "turn": 1,
         *           "message": "cancel my order 7017",
         *           "decision": null,
         *           "from": {
         *             "intent": "UNKNOWN",
         *             "state": "UNKNOWN"
         *           },
         *           "to": {
         *             "intent": "ORDER_CANCELLATION",
         *             "state": "CONFIRM_CANCELLATION"
         *           },
         *           "reply": {
         *             "type": "TEXT",
         *             "value": "Shall I cancel order 7017? This cannot be undone."
         *           },
         *           "error": null,
         *           "understood": {
         *             "act": "NEW_REQUEST",
         *             "actConfidence": 0.7,
         *             "actSource": "REGEX",
         *             "acts": [],
         *             "intentBy": "CLASSIFIER",
         *             "candidates": [],
         *             "values": [
         *               {
         *                 "field": "orderId",
         *                 "value": "7017",
         *                 "words": "7017"
         *               }
         *             ],
         *             "rejected": [],
         *             "missing": []
         *           },
         *           "rules": [
         *             {
         *               "ruleId": 2,
         *               "phase": "PRE_RESPONSE_RESOLUTION",
         *               "intent": "ORDER_CANCELLATION",
         *               "state": "CONFIRM_CANCELLATION",
         *               "priority": 20,
         *               "ruleType": "JSON_PATH",
         *               "pattern": "$[?(@.inputParams.pending_action_result == 'EXECUTED')]",
         *               "action": "SET_STATE",
         *               "actionValue": "CANCELLED",
         *               "outcome": "CONDITION_NOT_MET",
         *               "saw": {
         *                 "inputParams": {
         *                   "pending_action_result": null
         *                 }
         *               },
         *               "places": [
         *                 {
         *                   "intent": "ORDER_CANCELLATION",
         *                   "state": "CONFIRM_CANCELLATION"
         *                 }
         *               ]
         *             }
         *           ],
         *           "questions": [],
         *           "withheld": [],
         *           "context": {
         *             "orderId": "7017"
         *           },
         *           "at": "2026-01-31T12:00:00.000Z",
         *           "events": [
         *             {
         *               "stage": "USER_INPUT",
         *               "offsetMs": 0,
         *               "payload": {
         *                 "text": "cancel my order 7017"
         *               }
         *             }
         *           ]
         *         }
         *       ],
         *       "modelLeftOut": false,
         *       "hasOldExamples": false
         *     }
         */
        DryRun: {
            /** @description Whether intents were told apart by the examples that run: those of the edits are too many to learn from at once */
            hasOldExamples: boolean;
            /** @description Whether there is a language model that was not asked */
            modelLeftOut: boolean;
            /** @description One for each message, up to the first that fails */
            turns: {
                /** Format: date-time */
                at: string;
                /** @description What the conversation would know, secrets left out */
                context: {
                    [key: string]: unknown;
                };
                /** @description The button */
                decision: ("CONFIRM" | "REJECT") | (null);
                /** @description Why it would fail */
                error: {
                    code: string;
                    message: string;
                } | null;
                /** @description As the audit would have them, oldest first */
                events: {
                    offsetMs: number;
                    payload: {
                        [key: string]: unknown;
                    };
                    stage: string;
                }[];
                from: {
                    intent: string;
                    state: string;
                };
                /** @description Empty where a button was pressed */
                message: string;
                /** @description What the reply would ask consent to */
                questions: components["schemas"]["AskedQuestion"][];
                reply: {
                    /** @enum {string} */
                    type: "TEXT" | "JSON" | "ERROR";
                    value: string;
                } | null;
                /** @description Every rule of the flow */
                rules: {
                    action: string;
                    actionValue: string | null;
                    intent: string;
                    /**
                     * @description OUT_OF_SCOPE: its phase ran in `places` alone, which it is not for. PHASE_NOT_RUN: the turn did not come to its phase. CONDITION_FAILED: its condition could not be evaluated
                     * @enum {string}
                     */
                    outcome: "FIRED" | "CONDITION_NOT_MET" | "CONDITION_FAILED" | "OUT_OF_SCOPE" | "PHASE_NOT_RUN";
                    /** @description What has to hold */
                    pattern: string;
                    phase: string;
                    /** @description Where the conversation was while its phase ran */
                    places: {
                        intent: string;
                        state: string;
                    }[];
                    priority: number;
                    ruleId: number;
                    ruleType: string;
                    /** @description What its condition has found; null where it looks at no values */
                    saw: {
                        [key: string]: unknown;
                    } | null;
                    state: string;
                }[];
                to: {
                    intent: string;
                    state: string;
                };
                /** @description The number it would have */
                turn: number;
                understood: {
                    /** @description What the message does, such as AFFIRM */
                    act: string | null;
                    actConfidence: number | null;
                    acts: {
                        act: string;
                        confidence: number;
                        evidence: string;
                    }[];
                    actSource: string | null;
                    candidates: {
                        confidence: number;
                        intent: string;
                    }[];
                    /**
                     * @description Null where it chose no intent
                     * @enum {string|null}
                     */
                    intentBy: "CLASSIFIER" | "AGENT" | null;
                    missing: string[];
                    rejected: {
                        field: string;
                        reason: string;
                        value: unknown;
                    }[];
                    values: {
                        field: string;
                        value: unknown;
                        words: string | null;
                    }[];
                };
                /** @description What would have been done */
                withheld: {
                    /** @description Secrets left out */
                    arguments: {
                        [key: string]: unknown;
                    };
                    /** @description What would do it, where the name does not say */
                    by: string | null;
                    /** @enum {string} */
                    kind: "ACTION" | "APPROVAL" | "TOOL" | "RULE_TASK" | "CONTAINER" | "TRANSFORMER";
                    name: string;
                    /**
                     * @description How the turn went on. GIVEN: with the result of the request. ASSUMED: as if it were done, with nothing to tell. MISSING: as if it had failed
                     * @enum {string}
                     */
                    outcome: "GIVEN" | "ASSUMED" | "MISSING";
                    result: unknown;
                }[];
            }[];
        };
        /**
         * @example {
         *       "messages": [
         *         "cancel my order 7017",
         *         "yes please"
         *       ]
         *     }
         */
        DryRunRequest: {
            /** @description What the conversation would know there */
            context?: {
                [key: string]: unknown;
            } | null;
            /**
             * Format: uuid
             * @description Begin where this conversation stands now; a new one begins where it is absent
             * @example 7b6e2b0a-3c1d-4e5f-8a9b-0c1d2e3f4a5b
             */
            conversationId?: string | null;
            /** @description Rows that are tried, as `POST /api/v1/flow/check` takes them */
            edits?: {
                /** @description Left out for a new row */
                row?: string;
                table: string;
                /** @description The columns that get another value; null takes the row away */
                values: {
                    [key: string]: string | number | boolean | (null);
                } | null;
            }[] | null;
            /** @description A file that is tried, as `POST /api/v1/files/check` takes it */
            file?: {
                /** @description As the settings name it; empty where they name none */
                folder: string;
                /**
                 * @description CAPABILITY: tools and playbooks (docs/capabilities.md). LANGUAGE: words (docs/languages.md)
                 * @enum {string}
                 */
                kind: "CAPABILITY" | "LANGUAGE";
                /** @description Within the folder */
                path: string;
                /** @description null takes the file away */
                text: string | null;
            } | null;
            /** @description What would be sent with each message */
            inputParams?: {
                [key: string]: unknown;
            } | null;
            /** @description Begin here, in the place of a conversation */
            intent?: string | null;
            /** @description What the user would say, or the button they would press; each is answered where the one before has led */
            messages: (string | {
                /** @enum {string} */
                decision: "CONFIRM" | "REJECT";
                /**
                 * @description Which question of the reply before, counted from 0
                 * @default 0
                 */
                question: number;
            })[];
            /** @description Ask the language model, where there is one; otherwise the turns go as without one */
            models?: boolean | null;
            /** @description What would be given by tools (by code), actions (by key), rule tasks (name:method) and containers (by id): nothing of them is called */
            results?: {
                [key: string]: unknown;
            } | null;
            state?: string | null;
        };
        /**
         * @example {
         *       "folders": [
         *         {
         *           "kind": "LANGUAGE",
         *           "folder": "languages",
         *           "problem": null
         *         }
         *       ],
         *       "files": [
         *         {
         *           "kind": "LANGUAGE",
         *           "folder": "languages",
         *           "path": "en/replies.yaml",
         *           "isOwn": false
         *         }
         *       ],
         *       "otherProcesses": {
         *         "same": 1,
         *         "different": 0
         *       }
         *     }
         */
        EditableFiles: {
            files: {
                /** @description As the settings name it; empty where they name none */
                folder: string;
                /** @description False for what the package says, until it is changed */
                isOwn: boolean;
                /**
                 * @description CAPABILITY: tools and playbooks (docs/capabilities.md). LANGUAGE: words (docs/languages.md)
                 * @enum {string}
                 */
                kind: "CAPABILITY" | "LANGUAGE";
                /** @description Within the folder */
                path: string;
            }[];
            folders: {
                /** @description As the settings name it; empty where they name none */
                folder: string;
                /**
                 * @description CAPABILITY: tools and playbooks (docs/capabilities.md). LANGUAGE: words (docs/languages.md)
                 * @enum {string}
                 */
                kind: "CAPABILITY" | "LANGUAGE";
                /** @description Why nothing can be written there, and what would change that */
                problem: string | null;
            }[];
            /** @description How many other processes that serve the database read the same files, and others */
            otherProcesses: {
                different: number;
                same: number;
            };
        };
        /**
         * @example {
         *       "receipt": 7,
         *       "hash": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
         *       "content": {
         *         "receipt": 7,
         *         "scope": "SUBJECT",
         *         "about": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
         *         "requestedBy": "bob",
         *         "startedAt": "2026-01-31T12:00:00.000Z",
         *         "endedAt": "2026-01-31T12:00:01.000Z",
         *         "conversations": 2,
         *         "turns": 9,
         *         "rows": {
         *           "ce_conversation": 2,
         *           "ce_conversation_history": 9,
         *           "ce_turn_record": 9
         *         },
         *         "tombstones": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
         *         "keptConsents": 0,
         *         "kept": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"
         *       },
         *       "erased": 2,
         *       "rows": {
         *         "ce_conversation": 2,
         *         "ce_conversation_history": 9,
         *         "ce_turn_record": 9
         *       },
         *       "busy": 0,
         *       "inDoubt": 0
         *     }
         */
        Erasure: {
            /** @description Conversations in which something is at work: ask again later */
            busy: number;
            content: {
                /** @description Keyed hash of the subject, or of the conversation */
                about: string;
                conversations: number;
                /** Format: date-time */
                endedAt: string;
                /** @description SHA-256 over them */
                kept: string;
                /** @description How many consents are kept in reduced form */
                keptConsents: number;
                receipt: number;
                requestedBy: string;
                /** @description How many rows of each table */
                rows: {
                    [key: string]: number;
                };
                /** @enum {string} */
                scope: "SUBJECT" | "CONVERSATION";
                /** Format: date-time */
                startedAt: string;
                /** @description SHA-256 over the tombstones */
                tombstones: string;
                turns: number;
            } | null;
            /** @description Conversations that this request has erased, or would */
            erased: number;
            /** @description SHA-256 of the receipt; null while something is left to erase */
            hash: string | null;
            /** @description Conversations with an action or a workflow in doubt, which somebody has to settle first */
            inDoubt: number;
            /** @description Its number; null for a dry run */
            receipt: number | null;
            /** @description How many rows of each table */
            rows: {
                [key: string]: number;
            };
        };
        ErrorResponse: {
            /** @enum {string|null} */
            context: null;
            /** @description null where the request named no valid conversation */
            conversationId: string | null;
            /** @description Details, such as {"problems": [...]} */
            data?: {
                [key: string]: unknown;
            };
            /** @description One of the codes in docs/errors.md */
            errorCode: string;
            /** @enum {string} */
            intent: "ERROR";
            /** @description What happened */
            message: string;
            payload: {
                /** @enum {string} */
                type: "ERROR";
                /** @description JSON text: {"errorCode", "message", "recoverable"} */
                value: string;
            };
            /** @description True when the same request may succeed later without a change */
            recoverable: boolean;
            /** @description What the caller can do */
            remedy: string;
            /** @enum {string} */
            state: "ERROR";
            /** @enum {boolean} */
            success: false;
        };
        /**
         * @example {
         *       "sentAgain": 1
         *     }
         */
        EventsSentAgain: {
            /** @description How many of them had been given up, and are due again */
            sentAgain: number;
        };
        /**
         * @example {
         *       "events": [
         *         {
         *           "conversationId": "7b6e2b0a-3c1d-4e5f-8a9b-0c1d2e3f4a5b",
         *           "eventId": "0198c7a4-5b1e-7c3d-9e8f-2a6b4c0d1e5f"
         *         }
         *       ]
         *     }
         */
        EventsToSendAgain: {
            events: {
                /** Format: uuid */
                conversationId: string;
                /** Format: uuid */
                eventId: string;
            }[];
        };
        /**
         * @example {
         *       "conversationId": "7b6e2b0a-3c1d-4e5f-8a9b-0c1d2e3f4a5b",
         *       "feedbackType": "THUMBS_DOWN",
         *       "messageId": "m-17",
         *       "assistantResponse": "It costs 5.",
         *       "metadata": {
         *         "question": "What does it cost?",
         *         "comment": "That is the old price"
         *       }
         *     }
         */
        FeedbackRequest: {
            /** @description The answer it is about */
            assistantResponse?: string | null;
            /**
             * Format: uuid
             * @description A UUID
             * @example 7b6e2b0a-3c1d-4e5f-8a9b-0c1d2e3f4a5b
             */
            conversationId: string;
            /** @description In any case */
            feedbackType: string;
            /** @description The client's id of the answer; one opinion each */
            messageId?: string | null;
            /** @description Anything else; `question` is taken as what the user had asked */
            metadata?: {
                [key: string]: unknown;
            } | null;
        };
        /**
         * @example {
         *       "success": true,
         *       "feedbackId": "0198c7a4-5b1e-7c3d-9e8f-2a6b4c0d1e5f",
         *       "capturedQueryKnowledgeCount": 0,
         *       "capturedUserQueryKnowledgeCount": 0,
         *       "embeddedUserQueryKnowledgeCount": 0,
         *       "message": "Feedback saved."
         *     }
         */
        FeedbackResponse: {
            /** @enum {number} */
            capturedQueryKnowledgeCount: 0;
            /** @enum {number} */
            capturedUserQueryKnowledgeCount: 0;
            /** @enum {number} */
            embeddedUserQueryKnowledgeCount: 0;
            /** Format: uuid */
            feedbackId: string;
            /** @enum {string} */
            message: "Feedback saved.";
            /** @enum {boolean} */
            success: true;
        };
        /**
         * @example {
         *       "kind": "LANGUAGE",
         *       "folder": "languages",
         *       "path": "en/replies.yaml",
         *       "isOwn": true,
         *       "base": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
         *       "text": "Handover:\n  …\n"
         *     }
         */
        FileText: {
            /** @description SHA-256 of the file as it is; null where there is none */
            base: string | null;
            /** @description As the settings name it; empty where they name none */
            folder: string;
            isOwn: boolean;
            /**
             * @description CAPABILITY: tools and playbooks (docs/capabilities.md). LANGUAGE: words (docs/languages.md)
             * @enum {string}
             */
            kind: "CAPABILITY" | "LANGUAGE";
            /** @description Within the folder */
            path: string;
            /** @description null where there is none yet */
            text: string | null;
        };
        /**
         * @example {
         *       "versionId": 3,
         *       "origin": "SWITCH",
         *       "kind": "LANGUAGE",
         *       "folder": "languages",
         *       "path": "en/replies.yaml",
         *       "madeAt": "2026-01-31T12:00:00.000Z",
         *       "by": "ann",
         *       "note": "friendlier",
         *       "host": "chat-1",
         *       "undoes": null,
         *       "before": null,
         *       "after": "Handover:\n  …\n"
         *     }
         */
        FileVersion: {
            /** @description null where it was taken away */
            after: string | null;
            /** @description null where there was no file */
            before: string | null;
            by: string;
            /** @description As the settings name it; empty where they name none */
            folder: string;
            /** @description The machine whose file it was */
            host: string;
            /**
             * @description CAPABILITY: tools and playbooks (docs/capabilities.md). LANGUAGE: words (docs/languages.md)
             * @enum {string}
             */
            kind: "CAPABILITY" | "LANGUAGE";
            /**
             * Format: date-time
             * @description UTC, to the millisecond
             */
            madeAt: string;
            note: string;
            /** @enum {string} */
            origin: "SWITCH" | "UNDO";
            /** @description Within the folder */
            path: string;
            /** @description The version that an UNDO took back */
            undoes: number | null;
            /** @description Counted from 1, of all files together */
            versionId: number;
        };
        /**
         * @example {
         *       "items": [
         *         {
         *           "versionId": 3,
         *           "origin": "SWITCH",
         *           "kind": "LANGUAGE",
         *           "folder": "languages",
         *           "path": "en/replies.yaml",
         *           "madeAt": "2026-01-31T12:00:00.000Z",
         *           "by": "ann",
         *           "note": "friendlier",
         *           "host": "chat-1",
         *           "undoes": null,
         *           "before": null,
         *           "after": "Handover:\n  …\n"
         *         }
         *       ],
         *       "nextCursor": null
         *     }
         */
        FileVersions: {
            items: components["schemas"]["FileVersion"][];
            /** @description Ask again with `cursor` set to this; null: there is no more. A page may be short, or empty, before that */
            nextCursor: string | null;
        };
        /**
         * @example {
         *       "happened": true,
         *       "by": "ann",
         *       "note": "found in the ledger",
         *       "result": {
         *         "ref": "R-1"
         *       }
         *     }
         */
        Finding: {
            /** @description Who found out; kept in the audit */
            by: string;
            /** @description Whether the action has happened in the world */
            happened: boolean;
            /**
             * @description How; kept in the audit
             * @default
             */
            note: string;
            /** @description What the handler would have reported, for rules and replies */
            result?: unknown;
        };
        /**
         * @example {
         *       "loadedAt": "2026-01-31T12:00:00.000Z",
         *       "versionId": 12,
         *       "intents": [
         *         {
         *           "code": "BOOK_ROOM",
         *           "displayName": null,
         *           "description": "Wants to book a meeting room",
         *           "priority": 100,
         *           "enteredState": "COLLECT"
         *         }
         *       ],
         *       "states": [
         *         "BOOKED",
         *         "COLLECT",
         *         "CONFIRM"
         *       ],
         *       "classifiers": [],
         *       "rules": [
         *         {
         *           "id": 1,
         *           "phase": "PRE_RESPONSE_RESOLUTION",
         *           "priority": 100,
         *           "from": {
         *             "intent": "BOOK_ROOM",
         *             "state": "COLLECT"
         *           },
         *           "condition": "JSON_PATH $.schemaComplete",
         *           "action": "SET_STATE",
         *           "actionValue": "CONFIRM",
         *           "to": {
         *             "intent": "BOOK_ROOM",
         *             "state": "CONFIRM"
         *           }
         *         }
         *       ],
         *       "responses": [],
         *       "pendingActions": [],
         *       "tools": [],
         *       "findings": [],
         *       "traffic": [
         *         {
         *           "intent": "BOOK_ROOM",
         *           "state": "CONFIRM",
         *           "conversations": 12
         *         }
         *       ]
         *     }
         */
        FlowMap: {
            classifiers: {
                id: number;
                /** @description ANY: every intent */
                intent: string;
                pattern: string;
                priority: number;
                ruleType: string;
                state: string;
            }[];
            /** @description What flow check says */
            findings: {
                column: string | null;
                message: string;
                row: string | null;
                severity: string;
                table: string;
            }[];
            intents: {
                code: string;
                description: string;
                displayName: string | null;
                /** @description The state that a conversation enters it in */
                enteredState: string;
                priority: number;
            }[];
            /**
             * Format: date-time
             * @description UTC, to the millisecond
             */
            loadedAt: string;
            pendingActions: {
                actionKey: string;
                description: string | null;
                executionPolicy: string;
                handler: string;
                id: number;
                /** @description ANY: every intent */
                intent: string;
                methods: string[];
                priority: number;
                riskLevel: string | null;
                state: string;
            }[];
            responses: {
                format: string;
                id: number;
                /** @description ANY: every intent */
                intent: string;
                priority: number;
                state: string;
                text: string | null;
                type: string;
            }[];
            /** @description The edges of the graph */
            rules: {
                action: string;
                actionValue: string | null;
                condition: string;
                from: {
                    /** @description ANY: every intent */
                    intent: string;
                    state: string;
                };
                id: number;
                phase: string;
                priority: number;
                /** @description null where it leads nowhere */
                to: {
                    /** @description ANY: every intent */
                    intent: string;
                    state: string;
                } | null;
            }[];
            states: string[];
            tools: {
                code: string;
                description: string | null;
                group: string;
                /** @description ANY: every intent */
                intent: string;
                /** @description Comes with the service, and is not one of the flow's */
                isShipped: boolean;
                riskLevel: string | null;
                sideEffect: string | null;
                source: string;
                state: string;
            }[];
            /** @description Where the chats stand that began in the last 24 hours: the newest 10,000 of them */
            traffic: {
                conversations: number;
                /** @description ANY: every intent */
                intent: string;
                state: string;
            }[];
            /** @description Which version of the flow runs */
            versionId: number | null;
        };
        /**
         * @example {
         *       "table": "ce_response",
         *       "row": "3",
         *       "before": {
         *         "response_id": 3,
         *         "exact_text": "Room {{room}} is booked.",
         *         "priority": 100,
         *         "enabled": true
         *       },
         *       "after": {
         *         "response_id": 3,
         *         "exact_text": "Booked: room {{room}}.",
         *         "priority": 100,
         *         "enabled": true
         *       }
         *     }
         */
        FlowRowChange: {
            /** @description null for a row that is taken away */
            after: {
                [key: string]: string | number | boolean | (null);
            } | null;
            /** @description null for a row that is added */
            before: {
                [key: string]: string | number | boolean | (null);
            } | null;
            /** @description Its key, as text */
            row: string;
            table: string;
        };
        /**
         * @example {
         *       "base": 12,
         *       "items": [
         *         {
         *           "row": "3",
         *           "values": {
         *             "response_id": 3,
         *             "exact_text": "Room {{room}} is booked.",
         *             "priority": 100,
         *             "enabled": true
         *           }
         *         }
         *       ],
         *       "nextCursor": null
         *     }
         */
        FlowRows: {
            /** @description Counted from 1 without gaps */
            base: number;
            items: {
                /** @description Its key, as text */
                row: string;
                /** @description By the names of columns; JSON as its text */
                values: {
                    [key: string]: string | number | boolean | (null);
                };
            }[];
            /** @description Ask again with `cursor` set to this; null: there is no more. A page may be short, or empty, before that */
            nextCursor: string | null;
        };
        /**
         * @example {
         *       "shadowNo": 4,
         *       "base": 12,
         *       "share": 0.2,
         *       "changes": [
         *         {
         *           "table": "ce_response",
         *           "row": "3",
         *           "before": {
         *             "response_id": 3,
         *             "exact_text": "Room {{room}} is booked.",
         *             "priority": 100,
         *             "enabled": true
         *           },
         *           "after": {
         *             "response_id": 3,
         *             "exact_text": "Booked: room {{room}}.",
         *             "priority": 100,
         *             "enabled": true
         *           }
         *         }
         *       ],
         *       "startedAt": "2026-01-31T12:00:00.000Z",
         *       "startedBy": "ann",
         *       "note": "",
         *       "endedAt": null,
         *       "endedBy": null,
         *       "endedWhy": null,
         *       "compared": 800,
         *       "differing": 31,
         *       "dropped": 0,
         *       "failed": 0
         *     }
         */
        FlowShadow: {
            /** @description The version of the flow that it is beside */
            base: number;
            changes: components["schemas"]["FlowRowChange"][];
            /** @description Turns that were answered by both */
            compared: number;
            differing: number;
            /** @description Turns that were left out because too many waited */
            dropped: number;
            /**
             * Format: date-time
             * @description UTC, to the millisecond
             */
            endedAt: string | null;
            /** @description null where it ended by itself */
            endedBy: string | null;
            /**
             * @description FLOW_CHANGED: there is a newer version than the one it was beside. TOO_SLOW: it would have slowed live turns. NOT_USABLE: its rows could not be loaded.
             * @enum {string|null}
             */
            endedWhy: "STOPPED" | "FLOW_CHANGED" | "TOO_SLOW" | "NOT_USABLE" | null;
            /** @description Turns that could not be compared */
            failed: number;
            note: string;
            /** @description Counted from 1 */
            shadowNo: number;
            share: number;
            /**
             * Format: date-time
             * @description UTC, to the millisecond
             */
            startedAt: string;
            startedBy: string;
        };
        /**
         * @example {
         *       "shadow": {
         *         "shadowNo": 4,
         *         "base": 12,
         *         "share": 0.2,
         *         "changes": [
         *           {
         *             "table": "ce_response",
         *             "row": "3",
         *             "before": {
         *               "response_id": 3,
         *               "exact_text": "Room {{room}} is booked.",
         *               "priority": 100,
         *               "enabled": true
         *             },
         *             "after": {
         *               "response_id": 3,
         *               "exact_text": "Booked: room {{room}}.",
         *               "priority": 100,
         *               "enabled": true
         *             }
         *           }
         *         ],
         *         "startedAt": "2026-01-31T12:00:00.000Z",
         *         "startedBy": "ann",
         *         "note": "",
         *         "endedAt": null,
         *         "endedBy": null,
         *         "endedWhy": null,
         *         "compared": 800,
         *         "differing": 31,
         *         "dropped": 0,
         *         "failed": 0
         *       },
         *       "report": {
         *         "kind": "SHADOW",
         *         "compared": 800,
         *         "differing": 31,
         *         "changes": [
         *           {
         *             "table": "ce_response",
         *             "row": "3",
         *             "before": {
         *               "response_id": 3,
         *               "exact_text": "Room {{room}} is booked.",
         *               "priority": 100,
         *               "enabled": true
         *             },
         *             "after": {
         *               "response_id": 3,
         *               "exact_text": "Booked: room {{room}}.",
         *               "priority": 100,
         *               "enabled": true
         *             }
         *           }
         *         ],
         *         "groups": [],
         *         "leftOut": {},
         *         "untriable": []
         *       }
         *     }
         */
        FlowShadowReport: {
            report: components["schemas"]["ComparisonReport"];
            shadow: components["schemas"]["FlowShadow"];
        };
        /**
         * @example {
         *       "items": [
         *         {
         *           "shadowNo": 4,
         *           "base": 12,
         *           "share": 0.2,
         *           "changes": [
         *             {
         *               "table": "ce_response",
         *               "row": "3",
         *               "before": {
         *                 "response_id": 3,
         *                 "exact_text": "Room {{room}} is booked.",
         *                 "priority": 100,
         *                 "enabled": true
         *               },
         *               "after": {
         *                 "response_id": 3,
         *                 "exact_text": "Booked: room {{room}}.",
         *                 "priority": 100,
         *                 "enabled": true
         *               }
         *             }
         *           ],
         *           "startedAt": "2026-01-31T12:00:00.000Z",
         *           "startedBy": "ann",
         *           "note": "",
         *           "endedAt": null,
         *           "endedBy": null,
         *           "endedWhy": null,
         *           "compared": 800,
         *           "differing": 31,
         *           "dropped": 0,
         *           "failed": 0
         *         }
         *       ]
         *     }
         */
        FlowShadows: {
            items: components["schemas"]["FlowShadow"][];
        };
        /**
         * @example {
         *       "base": 12,
         *       "tables": [
         *         {
         *           "table": "ce_intent_example",
         *           "key": "example_id",
         *           "hasGeneratedKey": true,
         *           "rows": 40,
         *           "isUsed": true,
         *           "columns": [
         *             {
         *               "name": "utterance",
         *               "type": "text",
         *               "isNullable": false,
         *               "default": null,
         *               "choices": []
         *             }
         *           ]
         *         }
         *       ]
         *     }
         */
        FlowTables: {
            /** @description Counted from 1 without gaps */
            base: number;
            tables: {
                columns: {
                    /** @description The only texts it takes; empty: any */
                    choices: string[];
                    /** @description What a new row has where nothing is said */
                    default: string | number | boolean | (null);
                    isNullable: boolean;
                    name: string;
                    /** @enum {string} */
                    type: "text" | "integer" | "number" | "boolean" | "json";
                }[];
                /** @description Whether the database counts the key up */
                hasGeneratedKey: boolean;
                /** @description False where the settings have it that nothing reads them */
                isUsed: boolean;
                /** @description The column that rows are known by */
                key: string;
                rows: number;
                table: string;
            }[];
        };
        /**
         * @example {
         *       "versionId": 13,
         *       "origin": "SWITCH",
         *       "madeAt": "2026-01-31T12:00:00.000Z",
         *       "by": "ann",
         *       "note": "shorter",
         *       "undoes": null,
         *       "changes": [
         *         {
         *           "table": "ce_response",
         *           "row": "3",
         *           "before": {
         *             "response_id": 3,
         *             "exact_text": "Room {{room}} is booked.",
         *             "priority": 100,
         *             "enabled": true
         *           },
         *           "after": {
         *             "response_id": 3,
         *             "exact_text": "Booked: room {{room}}.",
         *             "priority": 100,
         *             "enabled": true
         *           }
         *         }
         *       ]
         *     }
         */
        FlowVersion: {
            /** @description null where the rows were found */
            by: string | null;
            /** @description Each changed row before and after; null where that is not known */
            changes: components["schemas"]["FlowRowChange"][] | null;
            /**
             * Format: date-time
             * @description UTC, to the millisecond
             */
            madeAt: string;
            note: string | null;
            /**
             * @description FOUND: rows that were changed by SQL, and then loaded
             * @enum {string}
             */
            origin: "FOUND" | "SWITCH" | "UNDO";
            /** @description The version that an UNDO took back */
            undoes: number | null;
            /** @description Counted from 1 without gaps */
            versionId: number;
        };
        /**
         * @example {
         *       "running": 13,
         *       "items": [
         *         {
         *           "versionId": 13,
         *           "origin": "SWITCH",
         *           "madeAt": "2026-01-31T12:00:00.000Z",
         *           "by": "ann",
         *           "note": "shorter",
         *           "undoes": null,
         *           "changes": [
         *             {
         *               "table": "ce_response",
         *               "row": "3",
         *               "before": {
         *                 "response_id": 3,
         *                 "exact_text": "Room {{room}} is booked.",
         *                 "priority": 100,
         *                 "enabled": true
         *               },
         *               "after": {
         *                 "response_id": 3,
         *                 "exact_text": "Booked: room {{room}}.",
         *                 "priority": 100,
         *                 "enabled": true
         *               }
         *             }
         *           ]
         *         }
         *       ],
         *       "nextCursor": "13"
         *     }
         */
        FlowVersions: {
            items: components["schemas"]["FlowVersion"][];
            /** @description Ask again with `cursor` set to this; null: there is no more. A page may be short, or empty, before that */
            nextCursor: string | null;
            /** @description The version that the process runs that has answered */
            running: number;
        };
        /**
         * @example [
         *       {
         *         "conversationId": "7b6e2b0a-3c1d-4e5f-8a9b-0c1d2e3f4a5b",
         *         "eventId": "0198c7a4-5b1e-7c3d-9e8f-2a6b4c0d1e5f",
         *         "event": "EXECUTED",
         *         "actionId": "0198c7a4-5b1e-7c3d-9e8f-2a6b4c0d1e5f",
         *         "at": "2026-01-31T12:00:00.000Z",
         *         "attempts": 14,
         *         "error": "HTTP 500"
         *       }
         *     ]
         */
        GivenUpEvents: {
            /**
             * Format: uuid
             * @description Null for an event that is about no action
             */
            actionId: string | null;
            /**
             * Format: date-time
             * @description When it happened
             */
            at: string;
            attempts: number;
            /** Format: uuid */
            conversationId: string;
            /** @description Why the last attempt failed */
            error: string | null;
            event: string;
            /** Format: uuid */
            eventId: string;
        }[];
        /**
         * @example {
         *       "by": "Maria",
         *       "note": "refund promised until Friday"
         *     }
         */
        HandBack: {
            /** @description Who hands it back */
            by: string;
            /**
             * @description What the flow is to know: the fact handed_back of the next turn
             * @default
             */
            note: string;
        };
        /**
         * @example {
         *       "by": "ann",
         *       "queue": "billing",
         *       "note": "wants a refund for order 7017"
         *     }
         */
        HandOver: {
            /** @description Who hands it over; kept with the conversation and in the audit */
            by: string;
            /**
             * @description For whoever answers; the user does not see it
             * @default
             */
            note: string;
            /**
             * @description Which people are to answer
             * @default
             */
            queue: string;
        };
        /**
         * @example {
         *       "items": [
         *         {
         *           "conversationId": "7b6e2b0a-3c1d-4e5f-8a9b-0c1d2e3f4a5b",
         *           "since": "2026-01-31T12:02:00.000Z",
         *           "queue": "billing",
         *           "by": "FLOW",
         *           "note": "wants a refund for order 7017",
         *           "intent": "ORDER_CANCELLATION",
         *           "state": "CONFIRM_CANCELLATION",
         *           "lastUserText": "is anybody there?",
         *           "lastReply": {
         *             "type": "TEXT",
         *             "value": "Shall I cancel order 7017?"
         *           },
         *           "lastReplyBy": null,
         *           "updatedAt": "2026-01-31T12:03:00.000Z",
         *           "openActions": 1
         *         }
         *       ],
         *       "nextCursor": null
         *     }
         */
        HandoverList: {
            items: {
                /** @description Who has handed it over: the name of an operator, or FLOW */
                by: string;
                /**
                 * Format: uuid
                 * @description A UUID
                 * @example 7b6e2b0a-3c1d-4e5f-8a9b-0c1d2e3f4a5b
                 */
                conversationId: string;
                intent: string;
                lastReply: {
                    /** @enum {string} */
                    type: "TEXT" | "JSON";
                    /** @description Text, or JSON text */
                    value: string;
                } | null;
                /** @description null where no person has replied since the user wrote */
                lastReplyBy: string | null;
                lastUserText: string | null;
                note: string;
                /** @description Actions that wait for a yes; none counts meanwhile */
                openActions: number;
                /** @description Empty where none was named */
                queue: string;
                /**
                 * Format: date-time
                 * @description UTC, to the millisecond
                 */
                since: string;
                state: string;
                /**
                 * Format: date-time
                 * @description When anything was last said
                 */
                updatedAt: string;
            }[];
            /** @description Ask again with `cursor` set to this; null: there is no more. A page may be short, or empty, before that */
            nextCursor: string | null;
        };
        /**
         * @example {
         *       "conversationId": "7b6e2b0a-3c1d-4e5f-8a9b-0c1d2e3f4a5b",
         *       "turn": 5,
         *       "text": "Hello, I am looking at your order.",
         *       "handover": {
         *         "since": "2026-01-31T12:02:00.000Z",
         *         "queue": "billing",
         *         "by": "FLOW"
         *       }
         *     }
         */
        HandoverState: {
            /**
             * Format: uuid
             * @description A UUID
             * @example 7b6e2b0a-3c1d-4e5f-8a9b-0c1d2e3f4a5b
             */
            conversationId: string;
            /** @description null where the engine answers */
            handover: {
                /** @description Who has handed it over: the name of an operator, or FLOW */
                by: string;
                /** @description Which people are to answer; empty where that was not said */
                queue: string;
                /**
                 * Format: date-time
                 * @description UTC, to the millisecond
                 */
                since: string;
            } | null;
            /** @description What the user reads of it */
            text: string;
            /** @description The number of the turn that this was */
            turn: number;
        };
        /**
         * @example {
         *       "status": "ok",
         *       "database": "up",
         *       "reasons": [],
         *       "clock": {
         *         "aheadMs": 3
         *       },
         *       "flow": {
         *         "loadedAt": "2026-01-31T12:00:00.000Z"
         *       },
         *       "version": "1.0.0"
         *     }
         */
        Health: {
            /** @description How far this machine's clock is ahead of the service's time, which is the database's */
            clock: {
                aheadMs: number;
            };
            /**
             * @description up: it can be read and written
             * @enum {string}
             */
            database: "up" | "down";
            flow: {
                /** Format: date-time */
                loadedAt: string | null;
            };
            /** @description What is wrong; empty when ok */
            reasons: string[];
            /**
             * @description degraded: it works, though not as it should
             * @enum {string}
             */
            status: "ok" | "degraded" | "down";
            version: string;
        };
        /**
         * @example {
         *       "conversationId": "7b6e2b0a-3c1d-4e5f-8a9b-0c1d2e3f4a5b",
         *       "proposalId": "0198c7a4-5b1e-7c3d-9e8f-2a6b4c0d1e5f",
         *       "actionKey": "cancel_order",
         *       "actionRef": "demoOrders:cancel",
         *       "arguments": {
         *         "orderId": "7017"
         *       },
         *       "idempotencyKey": "0198c7a4-5b1e-7c3d-9e8f-2a6b4c0d1e5f.1",
         *       "reason": "INTERRUPTED",
         *       "error": "The process ended while the action was at work.",
         *       "attempts": 1,
         *       "begunAt": "2026-01-31T12:00:00.000Z"
         *     }
         */
        HeldAction: {
            actionKey: string;
            /** @description What carried it out: HANDLER:METHODS or tool:CODE@DIGEST */
            actionRef: string;
            arguments: {
                [key: string]: unknown;
            };
            attempts: number;
            /** Format: date-time */
            begunAt: string | null;
            /** Format: uuid */
            conversationId: string;
            error: string | null;
            /** @description Ask the system behind the handler for this */
            idempotencyKey: string;
            /** Format: uuid */
            proposalId: string;
            /** @description HANDLER_TIMED_OUT, OUTCOME_UNKNOWN, TOO_MANY_ATTEMPTS or INTERRUPTED */
            reason: string | null;
        };
        /**
         * @example {
         *       "collection": "hr",
         *       "source": "leave.md",
         *       "content": "# Leave\nThirty days."
         *     }
         */
        IngestDocument: {
            /** @default default */
            collection: string;
            /** @description The document; a PDF as base64 */
            content: string;
            /**
             * @default utf-8
             * @enum {string}
             */
            encoding: "utf-8" | "base64";
            /** @description What citations name; its extension says what it is: txt, md, html or pdf */
            source: string;
        };
        /**
         * @example {
         *       "outcome": "ingested",
         *       "documentId": 7,
         *       "chunks": 1
         *     }
         */
        IngestedDocument: {
            chunks?: number;
            documentId?: number;
            /** @enum {string} */
            outcome: "ingested" | "unchanged";
        };
        /**
         * @example {
         *       "status": "error",
         *       "error_code": "VALIDATION_ERROR",
         *       "message": "Missing required field: item.targetField",
         *       "retryable": false,
         *       "tool": "legacy-rule-conversion",
         *       "schema_version": "1.0"
         *     }
         */
        LegacyRuleConversionError: {
            /** @description VALIDATION_ERROR: the body is wrong. MODEL_OUTPUT_ERROR: a review is required and no model gave one. Else the code of the service, such as UNAUTHORIZED (docs/errors.md) */
            error_code: string;
            message: string;
            retryable: boolean;
            /** @enum {string} */
            schema_version: "1.0";
            /** @enum {string} */
            status: "error";
            /** @enum {string} */
            tool: "legacy-rule-conversion";
        };
        /**
         * @example {
         *       "status": "success",
         *       "score": 0.35,
         *       "rationale": "Not equivalent: the rule gives \"4\", the template \"2\".",
         *       "tool": "legacy-rule-conversion",
         *       "schema_version": "1.0",
         *       "confidenceScore": 0.35,
         *       "checks": [
         *         {
         *           "name": "semantic_equivalence",
         *           "passed": false,
         *           "detail": "Not equivalent: the rule gives \"4\", the template \"2\"."
         *         }
         *       ],
         *       "normalized": {
         *         "scale": "0..1",
         *         "raw": 35,
         *         "raw_scale": "0..100"
         *       },
         *       "warnings": [],
         *       "timing_ms": 1
         *     }
         */
        LegacyRuleConversionScore: {
            checks: {
                detail: string;
                name: string;
                passed: boolean;
            }[];
            /** @description The same as `score` */
            confidenceScore: number;
            normalized: {
                raw: number;
                /** @enum {string} */
                raw_scale: "0..100";
                /** @enum {string} */
                scale: "0..1";
            };
            rationale: string;
            /** @enum {string} */
            schema_version: "1.0";
            score: number;
            /** @enum {string} */
            status: "success";
            timing_ms: number;
            /** @enum {string} */
            tool: "legacy-rule-conversion";
            warnings: string[];
        };
        /**
         * @example {
         *       "servers": [
         *         {
         *           "name": "crm",
         *           "place": "crm.example",
         *           "isConnected": true,
         *           "problem": null,
         *           "tools": [
         *             {
         *               "tool": "create_deal",
         *               "code": "crm.create_deal",
         *               "description": "Creates a deal",
         *               "isHeld": true,
         *               "isListed": true,
         *               "seenHash": "b5bb9d8014a0f9b1d61e21e796d78dccdf1352f23cd32812f4850b878ae4944c",
         *               "seenAt": "2026-01-31T12:00:00.000Z",
         *               "approvedAt": "2026-01-12T09:00:00.000Z",
         *               "approvedBy": null,
         *               "approvalNote": null,
         *               "changes": [
         *                 {
         *                   "part": "description",
         *                   "before": "Creates a deal",
         *                   "now": "Creates a deal, and mails the customer"
         *                 }
         *               ]
         *             }
         *           ]
         *         }
         *       ]
         *     }
         */
        McpServers: {
            servers: {
                /** @description By the process that answers */
                isConnected: boolean;
                /** @description As in convengine.mcp.servers */
                name: string;
                /** @description The host of its address, or the program that is started */
                place: string;
                /** @description What went wrong last; null since it was connected */
                problem: string | null;
                /** @description Every tool that was ever seen there, by name */
                tools: components["schemas"]["RemoteTool"][];
            }[];
        };
        /**
         * @example {
         *       "subject": "8f14e45f",
         *       "name": "Ann Example",
         *       "proof": "token",
         *       "roles": [
         *         "approver"
         *       ],
         *       "permissions": {
         *         "actions.read": "any",
         *         "actions.approve": "any"
         *       },
         *       "session": {
         *         "endsAt": "2026-01-31T20:00:00.000Z"
         *       },
         *       "signIn": {
         *         "provider": "login.example.org",
         *         "keys": false
         *       }
         *     }
         */
        Me: {
            /** @description The same for people to read; empty where nothing is known */
            name: string;
            /** @description What the caller may do (docs/access.md), and with whose conversations; what is missing they may not */
            permissions: {
                /** @enum {string} */
                "actions.approve"?: "own" | "any";
                /** @enum {string} */
                "actions.read"?: "own" | "any";
                /** @enum {string} */
                "actions.settle"?: "own" | "any";
                /** @enum {string} */
                "conversation.answer"?: "own" | "any";
                /** @enum {string} */
                "conversation.read"?: "own" | "any";
                /** @enum {string} */
                "conversation.talk"?: "own" | "any";
                /** @enum {string} */
                "conversion.score"?: "own" | "any";
                /** @enum {string} */
                "documents.read"?: "own" | "any";
                /** @enum {string} */
                "documents.write"?: "own" | "any";
                /** @enum {string} */
                "flow.change"?: "own" | "any";
                /** @enum {string} */
                "flow.load"?: "own" | "any";
                /** @enum {string} */
                "flow.read"?: "own" | "any";
                /** @enum {string} */
                "flow.try"?: "own" | "any";
                /** @enum {string} */
                "ledger.read"?: "own" | "any";
                /** @enum {string} */
                "mcp.use"?: "own" | "any";
                /** @enum {string} */
                "metrics.read"?: "own" | "any";
                /** @enum {string} */
                "privacy.erase"?: "own" | "any";
                /** @enum {string} */
                "privacy.export"?: "own" | "any";
                /** @enum {string} */
                "privacy.verify"?: "own" | "any";
                /** @enum {string} */
                "servers.approve"?: "own" | "any";
                /** @enum {string} */
                "servers.read"?: "own" | "any";
                /** @enum {string} */
                "tools.call"?: "own" | "any";
                /** @enum {string} */
                "webhook.send"?: "own" | "any";
                /** @enum {string} */
                "workflows.signal"?: "own" | "any";
            };
            /**
             * @description By what it was proved
             * @enum {string}
             */
            proof: "none" | "key" | "token";
            roles: ("user" | "service" | "agent" | "viewer" | "approver" | "operator" | "author" | "admin")[];
            /** @description Of the browser that has signed in to the console; null where the request itself has a key or none */
            session: {
                /**
                 * Format: date-time
                 * @description At the latest; sooner where it is not used
                 */
                endsAt: string;
            } | null;
            /** @description How somebody can sign in to the console */
            signIn: {
                /** @description Whether there are keys, or tokens, that one can sign in with */
                keys: boolean;
                /** @description The host of the OpenID provider that people can sign in through */
                provider: string | null;
            };
            /** @description What is recorded of the caller; empty for keys of the settings and where nobody has said who they are */
            subject: string;
        };
        /**
         * @example {
         *       "conversationId": "7b6e2b0a-3c1d-4e5f-8a9b-0c1d2e3f4a5b",
         *       "message": "Move my connection to City2",
         *       "inputParams": {
         *         "channel": "web"
         *       }
         *     }
         */
        MessageRequest: {
            /**
             * Format: uuid
             * @description A UUID; a new one is made where it is absent, and an unknown one starts a conversation
             * @example 7b6e2b0a-3c1d-4e5f-8a9b-0c1d2e3f4a5b
             */
            conversationId?: string | null;
            /**
             * @description The button that was pressed: no words are read. Send inReplyTo with it; alone it counts for what the last reply has asked
             * @enum {string|null}
             */
            decision?: "CONFIRM" | "REJECT" | null;
            /** @description Parameters for this one turn; never stored. Attachments come in files: [{name, mimeType, content (base64)}] */
            inputParams?: {
                [key: string]: unknown;
            } | null;
            /** @description The question that this answers, as pendingActions of a reply names it, or the turn of that reply */
            inReplyTo?: {
                /** Format: uuid */
                actionId?: string;
                revision?: number;
                /** @description In the place of the other two */
                turn?: number;
            } | null;
            /** @description What the user said; needed where no button was pressed */
            message?: string | null;
            /** @description Starts the conversation over before the message is read */
            reset?: boolean | null;
            /**
             * Format: date-time
             * @description When the user sent it: it is no consent to a question that was asked later
             */
            sentAt?: string | null;
        };
        /**
         * @example {
         *       "conversationId": "7b6e2b0a-3c1d-4e5f-8a9b-0c1d2e3f4a5b",
         *       "intent": "CONNECTION_TRANSFER",
         *       "state": "AWAITING_CONFIRMATION",
         *       "payload": {
         *         "type": "TEXT",
         *         "value": "Do you want to move this connection right away?"
         *       },
         *       "context": "{\"sourceCity\":\"City1\",\"targetCity\":\"City2\"}",
         *       "success": true,
         *       "errorCode": null,
         *       "recoverable": false,
         *       "message": null,
         *       "turn": 2,
         *       "pendingActions": [
         *         {
         *           "actionId": "0198c7a4-5b1e-7c3d-9e8f-2a6b4c0d1e5f",
         *           "revision": 1,
         *           "question": "Do you want to move this connection right away?",
         *           "arguments": {
         *             "targetCity": "City2"
         *           },
         *           "argumentsHash": "5f9b1c0e8d7a6b3c2d1e0f9a8b7c6d5e4f3a2b1c0d9e8f7a6b5c4d3e2f1a0b9c",
         *           "expiresAt": "2026-01-31T12:30:00.000Z",
         *           "expiresAfterTurn": 5,
         *           "riskLevel": "LOW",
         *           "consent": "PLAIN",
         *           "answers": [
         *             {
         *               "label": "Yes",
         *               "decision": "CONFIRM"
         *             },
         *             {
         *               "label": "No",
         *               "decision": "REJECT"
         *             }
         *           ]
         *         }
         *       ]
         *     }
         */
        MessageResponse: {
            /** @description What the conversation knows, as JSON text */
            context: string | null;
            /**
             * Format: uuid
             * @description A UUID
             * @example 7b6e2b0a-3c1d-4e5f-8a9b-0c1d2e3f4a5b
             */
            conversationId: string;
            errorCode: string | null;
            /** @description There while a person answers in the place of the engine */
            handover?: {
                /** @description Who has handed it over: the name of an operator, or FLOW */
                by: string;
                /** @description Which people are to answer; empty where that was not said */
                queue: string;
                /**
                 * Format: date-time
                 * @description UTC, to the millisecond
                 */
                since: string;
            };
            intent: string;
            /** @description What went wrong; null on success */
            message: string | null;
            payload: {
                /** @enum {string} */
                type: "TEXT" | "JSON" | "ERROR";
                /** @description Text for the user; for JSON and ERROR, JSON text */
                value: string;
            };
            /** @description What the reply asks consent to */
            pendingActions: components["schemas"]["AskedQuestion"][];
            recoverable: boolean;
            state: string;
            success: boolean;
            /** @description The number of the turn, which a later message can name */
            turn: number;
            uncounted?: components["schemas"]["UncountedAnswer"];
        };
        /**
         * @example {
         *       "items": [
         *         {
         *           "id": "0198c7a4-5b1e-7c3d-9e8f-2a6b4c0d1e5f",
         *           "conversationId": "7b6e2b0a-3c1d-4e5f-8a9b-0c1d2e3f4a5b",
         *           "at": "2026-01-31T12:00:00.000Z",
         *           "purpose": "IntentResolutionStep",
         *           "intent": "UNKNOWN",
         *           "state": "UNKNOWN",
         *           "provider": "openai-compatible",
         *           "model": "small",
         *           "prompt": "Which of these intents is it?",
         *           "userContext": "cancel my order",
         *           "answer": "{\"intent\":\"ORDER_CANCELLATION\"}",
         *           "promptTokens": 310,
         *           "completionTokens": 12,
         *           "durationMs": 420,
         *           "success": true,
         *           "error": null
         *         }
         *       ],
         *       "nextCursor": null
         *     }
         */
        ModelCallList: {
            items: {
                answer: string | null;
                /**
                 * Format: date-time
                 * @description UTC, to the millisecond
                 */
                at: string;
                completionTokens: number | null;
                /** Format: uuid */
                conversationId: string;
                durationMs: number;
                error: string | null;
                /** Format: uuid */
                id: string;
                intent: string;
                model: string;
                /** @description The part of the system; its length and SHA-256 where prompts are not logged, as the next two */
                prompt: string;
                promptTokens: number | null;
                provider: string;
                /** @description The step of the turn that asked */
                purpose: string;
                state: string;
                success: boolean;
                userContext: string;
            }[];
            /** @description Ask again with `cursor` set to this; null: there is no more. A page may be short, or empty, before that */
            nextCursor: string | null;
        };
        /**
         * @example {
         *       "actionId": "0198c7a4-5b1e-7c3d-9e8f-2a6b4c0d1e5f",
         *       "revision": 1,
         *       "question": "Do you want to move this connection right away?",
         *       "arguments": {
         *         "targetCity": "City2"
         *       },
         *       "argumentsHash": "5f9b1c0e8d7a6b3c2d1e0f9a8b7c6d5e4f3a2b1c0d9e8f7a6b5c4d3e2f1a0b9c",
         *       "expiresAt": "2026-01-31T12:30:00.000Z",
         *       "expiresAfterTurn": 5,
         *       "riskLevel": "LOW",
         *       "consent": "PLAIN",
         *       "answers": [
         *         {
         *           "label": "Yes",
         *           "decision": "CONFIRM"
         *         },
         *         {
         *           "label": "No",
         *           "decision": "REJECT"
         *         }
         *       ],
         *       "isAsked": true,
         *       "secondsLeft": 1740,
         *       "turnsLeft": 3
         *     }
         */
        OpenAction: {
            /** Format: uuid */
            actionId: string;
            answers: {
                /** @enum {string} */
                decision: "CONFIRM" | "REJECT";
                label: string;
            }[];
            /** @description What it would be done with, secrets left out */
            arguments: {
                [key: string]: unknown;
            };
            /** @description SHA-256 of the arguments, hexadecimal */
            argumentsHash: string;
            /**
             * @description How strong a yes in words has to be; a button is enough for each
             * @enum {string}
             */
            consent: "PLAIN" | "STRONG" | "TYPED";
            /** @description The last turn that can answer */
            expiresAfterTurn: number | null;
            /** Format: date-time */
            expiresAt: string | null;
            /** @description The last reply asks it: a yes without an address means it */
            isAsked: boolean;
            question: string;
            /** @description Counts up when the arguments change: a yes is for one revision alone */
            revision: number;
            /** @enum {string|null} */
            riskLevel: "LOW" | "MEDIUM" | "HIGH" | null;
            /** @description Until it expires; null where no clock runs */
            secondsLeft: number | null;
            /** @description How many more messages can answer it */
            turnsLeft: number | null;
        };
        /**
         * @example {
         *       "scheduleId": "0198c7a4-5b1e-7c3d-9e8f-2a6b4c0d1e5f",
         *       "actionKey": "pay",
         *       "rule": "DTSTART;TZID=Europe/Berlin:20260202T090000\nRRULE:FREQ=WEEKLY;BYDAY=MO;COUNT=14",
         *       "when": "every Monday at 09:00 (Europe/Berlin), 14 times, from Monday, 2 February 2026 to Monday, 4 May 2026",
         *       "nextAt": "2026-02-09T08:00:00.000Z",
         *       "runs": 1,
         *       "missed": 0
         *     }
         */
        OpenSchedule: {
            actionKey: string;
            /** @description How many went by without it */
            missed: number;
            /**
             * Format: date-time
             * @description UTC, to the millisecond
             */
            nextAt: string;
            /** @description DTSTART and RRULE of RFC 5545, with an end */
            rule: string;
            /** @description How many of its times were begun */
            runs: number;
            /**
             * Format: uuid
             * @description The id of the action that was agreed to
             */
            scheduleId: string;
            /** @description The rule in words of the service’s language */
            when: string;
        };
        /**
         * @example {
         *       "runId": "0198c7a4-5b1e-7c3d-9e8f-2a6b4c0d1e5f.1",
         *       "workflow": "paid-journey",
         *       "status": "WAITING",
         *       "stepsDone": 1,
         *       "stepsPlanned": 2,
         *       "waitsFor": [
         *         {
         *           "step": "paid",
         *           "until": "2026-02-03T12:00:00.000Z"
         *         }
         *       ],
         *       "endsAs": null,
         *       "startedAt": "2026-01-31T12:00:00.000Z"
         *     }
         */
        OpenWorkflow: {
            /**
             * @description Set while its steps are undone
             * @enum {string|null}
             */
            endsAs: "FAILED" | "CANCELLED" | null;
            runId: string;
            /**
             * Format: date-time
             * @description UTC, to the millisecond
             */
            startedAt: string;
            /**
             * @description HELD: a person has to look into it
             * @enum {string}
             */
            status: "RUNNING" | "WAITING" | "HELD";
            stepsDone: number;
            /** @description Null where the workflow does not say how many it has */
            stepsPlanned: number | null;
            waitsFor: {
                step: string;
                /**
                 * Format: date-time
                 * @description UTC, to the millisecond
                 */
                until: string | null;
            }[];
            workflow: string;
        };
        /**
         * @example {
         *       "by": "Maria",
         *       "text": "Hello, I am looking at your order."
         *     }
         */
        PersonReply: {
            /** @description Who says it; shown beside the words */
            by: string;
            /** @description What the user is told */
            text: string;
        };
        /**
         * @example {
         *       "seenHash": "b5bb9d8014a0f9b1d61e21e796d78dccdf1352f23cd32812f4850b878ae4944c",
         *       "by": "ann",
         *       "note": "the mail goes to our own customers"
         *     }
         */
        PinApproval: {
            /** @description Who approves; kept with the tool */
            by: string;
            /**
             * @description Why; kept with the tool
             * @default
             */
            note: string;
            /** @description Of the definition that was looked at */
            seenHash: string;
        };
        /**
         * @example {
         *       "type": "/api/docs/errors#NOT_FOUND",
         *       "title": "Not found",
         *       "status": 404,
         *       "detail": "There is no GET /api/v1/nothing.",
         *       "instance": "urn:uuid:0198c7a4-5b1e-7c3d-9e8f-2a6b4c0d1e5f",
         *       "errorCode": "NOT_FOUND",
         *       "recoverable": false,
         *       "remedy": "Check the address and the id."
         *     }
         */
        ProblemDetails: {
            conversationId?: string;
            /** @description Details, such as {"problems": [...]} */
            data?: {
                [key: string]: unknown;
            };
            /** @description What happened */
            detail: string;
            /** @description One of the codes in docs/errors.md */
            errorCode: string;
            /** @description The id of the request, as the log has it */
            instance: string;
            /** @description True when the same request may succeed later without a change */
            recoverable: boolean;
            /** @description What the caller can do */
            remedy: string;
            status: number;
            /** @description The same for every problem of a kind */
            title: string;
            /** @description An address of the service, where the kind of problem is described */
            type: string;
        };
        /**
         * @example {
         *       "proposalId": "0198c7a4-5b1e-7c3d-9e8f-2a6b4c0d1e5f",
         *       "revision": 1,
         *       "refusedBy": "ann",
         *       "refusedAt": "2026-01-31T12:00:00.000Z"
         *     }
         */
        RefusedAction: {
            /** Format: uuid */
            proposalId: string;
            /** Format: date-time */
            refusedAt: string;
            refusedBy: string;
            revision: number;
        };
        /**
         * @example {
         *       "tool": "create_deal",
         *       "code": "crm.create_deal",
         *       "description": "Creates a deal",
         *       "isHeld": true,
         *       "isListed": true,
         *       "seenHash": "b5bb9d8014a0f9b1d61e21e796d78dccdf1352f23cd32812f4850b878ae4944c",
         *       "seenAt": "2026-01-31T12:00:00.000Z",
         *       "approvedAt": "2026-01-12T09:00:00.000Z",
         *       "approvedBy": null,
         *       "approvalNote": null,
         *       "changes": [
         *         {
         *           "part": "description",
         *           "before": "Creates a deal",
         *           "now": "Creates a deal, and mails the customer"
         *         }
         *       ]
         *     }
         */
        RemoteTool: {
            approvalNote: string | null;
            /**
             * Format: date-time
             * @description Since when the definition may be called
             */
            approvedAt: string;
            /** @description Null for the first definition that was seen, which nobody was asked about */
            approvedBy: string | null;
            /** @description Between what may be called and what was seen last; empty unless it is held */
            changes: {
                before: unknown;
                now: unknown;
                part: string;
            }[];
            /** @description What it is called by */
            code: string;
            /** @description Of the definition that may be called */
            description: string;
            /** @description It has changed: every call is refused until somebody approves it */
            isHeld: boolean;
            /** @description Whether the server has listed it when this process asked last */
            isListed: boolean;
            /** Format: date-time */
            seenAt: string;
            /** @description Of the definition that was seen last; an approval names it */
            seenHash: string;
            /** @description Its name there */
            tool: string;
        };
        /**
         * @example {
         *       "documentId": 7,
         *       "removed": true
         *     }
         */
        RemovedDocument: {
            documentId: number;
            /** @enum {boolean} */
            removed: true;
        };
        /**
         * @example {
         *       "threadId": "7b6e2b0a-3c1d-4e5f-8a9b-0c1d2e3f4a5b",
         *       "runId": "run-1",
         *       "messages": [
         *         {
         *           "id": "m-1",
         *           "role": "user",
         *           "content": "Move my connection to City2"
         *         }
         *       ]
         *     }
         */
        RunAgentInput: {
            /** @description `inputParams` in it are those of `POST /api/v1/conversation/message` */
            forwardedProps?: unknown;
            /** @description Of these, the last is read, where it is the user’s */
            messages: ({
                /** @description Text, or parts, of which those of type text are read */
                content?: unknown;
                id?: unknown;
                role: string;
            } & {
                [key: string]: unknown;
            })[];
            /** @description Buttons that were pressed */
            resume?: ({
                interruptId: string;
                /** @description `{"approved": true}` or `{"approved": false}`, where it is resolved */
                payload?: unknown;
                /** @enum {string} */
                status: "resolved" | "cancelled";
            } & {
                [key: string]: unknown;
            })[] | null;
            runId: string;
            /** @description The conversation */
            threadId: string;
        } & {
            [key: string]: unknown;
        };
        /**
         * @example {
         *       "tools": {
         *         "crm.lookup": {
         *           "calls": 12,
         *           "charsBefore": 48210,
         *           "charsAfter": 6120,
         *           "tokensSaved": 10523
         *         }
         *       }
         *     }
         */
        Saved: {
            tools: {
                [key: string]: {
                    calls: number;
                    /** @description Characters that its transform left */
                    charsAfter: number;
                    /** @description Characters of JSON that the tool answered */
                    charsBefore: number;
                    /** @description An estimate: four characters are one token */
                    tokensSaved: number;
                };
            };
        };
        /**
         * @example {
         *       "conversationId": "7b6e2b0a-3c1d-4e5f-8a9b-0c1d2e3f4a5b",
         *       "scheduleId": "0198c7a4-5b1e-7c3d-9e8f-2a6b4c0d1e5f",
         *       "actionKey": "pay",
         *       "rule": "DTSTART;TZID=Europe/Berlin:20260202T090000\nRRULE:FREQ=WEEKLY;BYDAY=MO;COUNT=14",
         *       "status": "ACTIVE",
         *       "reason": null,
         *       "nextAt": "2026-02-09T08:00:00.000Z",
         *       "runs": 1,
         *       "missed": 0,
         *       "createdAt": "2026-01-31T12:00:00.000Z",
         *       "endedAt": null,
         *       "endedBy": null,
         *       "question": "It would be done every Monday at 09:00 (Europe/Berlin), 14 times. Shall I pay 50 to Bob?",
         *       "confirmedBy": "USER:ann",
         *       "times": [
         *         {
         *           "actionId": "0198d7a4-5b1e-7c3d-9e8f-2a6b4c0d1e5f",
         *           "at": "2026-02-02T08:00:00.000Z",
         *           "status": "EXECUTED",
         *           "reason": null,
         *           "idempotencyKey": "0198c7a4-5b1e-7c3d-9e8f-2a6b4c0d1e5f.1.20260202T080000Z"
         *         }
         *       ]
         *     }
         */
        Schedule: {
            actionKey: string;
            confirmedBy: string | null;
            /** Format: uuid */
            conversationId: string;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            endedAt: string | null;
            /** @description Who has revoked it */
            endedBy: string | null;
            /** @description How many went by without it */
            missed: number;
            /**
             * Format: date-time
             * @description The next time; null where none is left
             */
            nextAt: string | null;
            /** @description What was agreed to; null where its record is gone */
            question: string | null;
            /**
             * @description Why it is STOPPED
             * @enum {string|null}
             */
            reason: "TOOL_CHANGED" | "ACTION_WITHDRAWN" | "CONSENT_GONE" | "RULE_UNREADABLE" | null;
            /** @description DTSTART and RRULE of RFC 5545, with an end */
            rule: string;
            /** @description How many of its times were begun */
            runs: number;
            /**
             * Format: uuid
             * @description The id of the action that was agreed to
             * @example 0198c7a4-5b1e-7c3d-9e8f-2a6b4c0d1e5f
             */
            scheduleId: string;
            /** @enum {string} */
            status: "ACTIVE" | "DONE" | "REVOKED" | "STOPPED";
            /** @description Those that were begun, the newest first; at most 100 */
            times: {
                /** Format: uuid */
                actionId: string;
                /** Format: date-time */
                at: string;
                idempotencyKey: string;
                reason: string | null;
                /** @enum {string} */
                status: "IN_PROGRESS" | "EXECUTED" | "REJECTED" | "OPEN" | "EXPIRED";
            }[];
        };
        /**
         * @example {
         *       "by": "ann"
         *     }
         */
        ScheduleRevocation: {
            /** @description Who does it; kept in the audit */
            by: string;
        };
        /**
         * @example [
         *       {
         *         "conversationId": "7b6e2b0a-3c1d-4e5f-8a9b-0c1d2e3f4a5b",
         *         "scheduleId": "0198c7a4-5b1e-7c3d-9e8f-2a6b4c0d1e5f",
         *         "actionKey": "pay",
         *         "rule": "DTSTART;TZID=Europe/Berlin:20260202T090000\nRRULE:FREQ=WEEKLY;BYDAY=MO;COUNT=14",
         *         "status": "ACTIVE",
         *         "reason": null,
         *         "nextAt": "2026-02-09T08:00:00.000Z",
         *         "runs": 1,
         *         "missed": 0,
         *         "createdAt": "2026-01-31T12:00:00.000Z",
         *         "endedAt": null,
         *         "endedBy": null
         *       }
         *     ]
         */
        Schedules: {
            actionKey: string;
            /** Format: uuid */
            conversationId: string;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            endedAt: string | null;
            /** @description Who has revoked it */
            endedBy: string | null;
            /** @description How many went by without it */
            missed: number;
            /**
             * Format: date-time
             * @description The next time; null where none is left
             */
            nextAt: string | null;
            /**
             * @description Why it is STOPPED
             * @enum {string|null}
             */
            reason: "TOOL_CHANGED" | "ACTION_WITHDRAWN" | "CONSENT_GONE" | "RULE_UNREADABLE" | null;
            /** @description DTSTART and RRULE of RFC 5545, with an end */
            rule: string;
            /** @description How many of its times were begun */
            runs: number;
            /**
             * Format: uuid
             * @description The id of the action that was agreed to
             * @example 0198c7a4-5b1e-7c3d-9e8f-2a6b4c0d1e5f
             */
            scheduleId: string;
            /** @enum {string} */
            status: "ACTIVE" | "DONE" | "REVOKED" | "STOPPED";
        }[];
        /**
         * @example {
         *       "proposalId": "0198c7a4-5b1e-7c3d-9e8f-2a6b4c0d1e5f",
         *       "status": "EXECUTED"
         *     }
         */
        SettledAction: {
            /** Format: uuid */
            proposalId: string;
            /** @enum {string} */
            status: "EXECUTED" | "REJECTED";
        };
        /**
         * @example {
         *       "signOutAt": "https://login.example.org/session/end?…"
         *     }
         */
        SignedOut: {
            /** @description Where the browser signs out at the OpenID provider, too; null where there is no such place */
            signOutAt: string | null;
        };
        /**
         * @example {
         *       "key": "cek_0123456789ab_…"
         *     }
         */
        SignIn: {
            /** @description An API key or a token */
            key: string;
        };
        /**
         * @example {
         *       "edits": [
         *         {
         *           "table": "ce_response",
         *           "row": "3",
         *           "values": {
         *             "exact_text": "Booked."
         *           }
         *         }
         *       ],
         *       "share": 0.2,
         *       "by": "ann",
         *       "note": ""
         *     }
         */
        StartFlowShadow: {
            /** @description Who does it; kept with the shadow */
            by: string;
            /** @description Of the rows that run; or a version */
            edits?: {
                /** @description Left out for a new row */
                row?: string;
                table: string;
                /** @description The columns that get another value; null takes the row away */
                values: {
                    [key: string]: string | number | boolean | (null);
                } | null;
            }[];
            /**
             * @description Why; kept with the shadow
             * @default
             */
            note: string;
            /**
             * @description Of the conversations
             * @default 1
             */
            share: number;
            /** @description An earlier version of the flow */
            versionId?: number;
        };
        /**
         * @example {
         *       "buckets": [
         *         {
         *           "at": "2026-01-31T12:00:00.000Z",
         *           "turns": 120,
         *           "errors": 1,
         *           "p50Ms": 12,
         *           "p95Ms": 40,
         *           "proposals": 30,
         *           "executed": 24,
         *           "rejected": 3,
         *           "expired": 1
         *         }
         *       ],
         *       "open": 4,
         *       "held": 0,
         *       "awaitingApproval": 1,
         *       "handedOver": 2,
         *       "expiringSoon": 1,
         *       "webhookBacklog": 0,
         *       "webhookGivenUp": 0,
         *       "queue": {
         *         "inProgress": 1,
         *         "most": 200
         *       },
         *       "eventLoopDelayMs": 0,
         *       "databaseBytes": 1048576,
         *       "pool": {
         *         "inUse": 1,
         *         "idle": 3,
         *         "waiting": 0,
         *         "most": 10
         *       },
         *       "retention": {
         *         "everyMinutes": 60,
         *         "conversationDays": 0,
         *         "evidenceDays": 0,
         *         "auditDays": 90,
         *         "replyDays": 7,
         *         "modelCallDays": 30,
         *         "eventDays": 30
         *       },
         *       "version": "1.0.0",
         *       "process": {
         *         "pid": 4711,
         *         "startedAt": "2026-01-31T08:00:00.000Z"
         *       },
         *       "processes": [
         *         {
         *           "host": "chat-1",
         *           "pid": 4711,
         *           "version": "1.0.0",
         *           "startedAt": "2026-01-31T08:00:00.000Z",
         *           "seenAt": "2026-01-31T12:00:00.000Z",
         *           "isAlive": true,
         *           "clockAheadMs": 3,
         *           "hasSameFiles": true,
         *           "isThis": true
         *         }
         *       ]
         *     }
         */
        Statistics: {
            /** @description Counted up to 10,000 */
            awaitingApproval: number;
            /** @description Oldest first */
            buckets: {
                /**
                 * Format: date-time
                 * @description When the five minutes began
                 */
                at: string;
                errors: number;
                /** @description How many of them have been executed since; the next two likewise */
                executed: number;
                expired: number;
                /** @description So long half of the turns took at most, to within a fifth */
                p50Ms: number | null;
                p95Ms: number | null;
                /** @description Actions that were asked then, by any process */
                proposals: number;
                rejected: number;
                /** @description Of the process that answers, since it was started; as the next three */
                turns: number;
            }[];
            databaseBytes: number;
            /** @description How late the process is at all that it does */
            eventLoopDelayMs: number;
            /** @description Counted up to 10,000 */
            expiringSoon: number;
            /** @description Chats that a person answers; counted up to 10,000 */
            handedOver: number;
            /** @description Counted up to 10,000 */
            held: number;
            /** @description Counted up to 10,000 */
            open: number;
            /** @description Connections of the process that answers to PostgreSQL; null on SQLite */
            pool: {
                idle: number;
                inUse: number;
                most: number;
                waiting: number;
            } | null;
            /** @description The one that answers */
            process: {
                pid: number;
                /**
                 * Format: date-time
                 * @description UTC, to the millisecond
                 */
                startedAt: string;
            };
            /** @description All that serve the database, or did within the hour and have not said that they stop */
            processes: {
                /** @description How far the clock of its machine is ahead of the service’s time */
                clockAheadMs: number;
                /** @description Whether it reads the same capability and language files as the one that answers; null where that is not known */
                hasSameFiles: boolean | null;
                host: string;
                /** @description False where a sign of life is overdue */
                isAlive: boolean;
                /** @description Whether it is the one that answers */
                isThis: boolean;
                pid: number;
                /**
                 * Format: date-time
                 * @description Its last sign of life
                 */
                seenAt: string;
                /**
                 * Format: date-time
                 * @description UTC, to the millisecond
                 */
                startedAt: string;
                version: string;
            }[];
            /** @description Turns that the process works on, and limits.turns-in-progress */
            queue: {
                inProgress: number;
                most: number;
            };
            /** @description convengine.retention: after how many days what is removed, and how often; 0 for never */
            retention: {
                auditDays: number;
                conversationDays: number;
                eventDays: number;
                everyMinutes: number;
                evidenceDays: number;
                modelCallDays: number;
                replyDays: number;
            };
            version: string;
            /** @description Counted up to 10,000 */
            webhookBacklog: number;
            /** @description Counted up to 10,000 */
            webhookGivenUp: number;
        };
        /**
         * @example {
         *       "by": "ann"
         *     }
         */
        StopFlowShadow: {
            /** @description Who does it; kept with the shadow */
            by: string;
        };
        /**
         * @description Lines of JSON: a manifest, rows, and an end
         * @example {"type":"manifest",…}
         *     {"type":"end","rows":{},…}
         */
        SubjectExport: string;
        /**
         * @example {
         *       "kind": "LANGUAGE",
         *       "folder": "languages",
         *       "path": "en/replies.yaml",
         *       "base": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
         *       "text": "Handover:\n  …\n",
         *       "by": "ann",
         *       "note": "friendlier"
         *     }
         */
        SwitchFile: {
            /** @description `base` of the check */
            base: string | null;
            /** @description Who changes it; kept with the version */
            by: string;
            /** @description As the settings name it; empty where they name none */
            folder: string;
            /**
             * @description CAPABILITY: tools and playbooks (docs/capabilities.md). LANGUAGE: words (docs/languages.md)
             * @enum {string}
             */
            kind: "CAPABILITY" | "LANGUAGE";
            /**
             * @description Why; kept with the version
             * @default
             */
            note: string;
            /** @description Within the folder */
            path: string;
            /** @description null takes the file away */
            text: string | null;
        };
        /**
         * @example {
         *       "base": 12,
         *       "edits": [
         *         {
         *           "table": "ce_response",
         *           "row": "3",
         *           "values": {
         *             "exact_text": "Booked: room {{room}}."
         *           }
         *         }
         *       ],
         *       "by": "ann",
         *       "note": "shorter"
         *     }
         */
        SwitchFlow: {
            /** @description The version that was edited: `base` of the check */
            base: number;
            /** @description Who changes it; kept with the version */
            by: string;
            /** @description One for each row */
            edits: {
                /** @description Left out for a new row */
                row?: string;
                table: string;
                /** @description The columns that get another value; null takes the row away */
                values: {
                    [key: string]: string | number | boolean | (null);
                } | null;
            }[];
            /**
             * @description Why; kept with the version
             * @default
             */
            note: string;
        };
        /**
         * @example {
         *       "tool_code": "bank.pay",
         *       "tool_group": "WORKFLOW_ACTION",
         *       "title": "Bank pay",
         *       "description": "Pays somebody",
         *       "side_effect": "WRITE",
         *       "risk": "HIGH",
         *       "execution_policy": "at-most-once",
         *       "timeout_ms": 30000,
         *       "input_schema": {
         *         "type": "object",
         *         "required": [
         *           "to"
         *         ],
         *         "properties": {
         *           "to": {
         *             "type": "string"
         *           }
         *         }
         *       },
         *       "output_schema": null,
         *       "source": "rows",
         *       "is_shipped": false,
         *       "source_place": null,
         *       "calls": 12,
         *       "failures": 1,
         *       "circuit": "CLOSED"
         *     }
         */
        Tool: {
            /** @description Calls by anybody that this process has made since it was started */
            calls: number;
            /**
             * @description OPEN: this process sends nothing for a while; null: no call of it went through a circuit
             * @enum {string|null}
             */
            circuit: "CLOSED" | "HALF_OPEN" | "OPEN" | null;
            description: string;
            /** @enum {string} */
            execution_policy: "at-most-once" | "idempotent";
            /** @description How many of them gave their caller an error */
            failures: number;
            /** @description JSON Schema */
            input_schema: {
                [key: string]: unknown;
            } | null;
            /** @description Comes with the service, for clients of the Model Context Protocol alone: it cannot be called here */
            is_shipped: boolean;
            /** @description JSON Schema */
            output_schema: {
                [key: string]: unknown;
            } | null;
            /** @enum {string|null} */
            risk: "LOW" | "MEDIUM" | "HIGH" | null;
            /**
             * @description WRITE is asked first, and runs after the yes
             * @enum {string}
             */
            side_effect: "READ" | "WRITE";
            /**
             * @description What defines it: rows of the flow tables, a handler, a capability file or playbook (files), an installed package, another MCP server (remote)
             * @enum {string}
             */
            source: "rows" | "handlers" | "files" | "packages" | "remote" | "shipped" | "gateway";
            /** @description The file or the server, where the source has several */
            source_place: string | null;
            /** @description How long a call may take */
            timeout_ms: number;
            title: string;
            tool_code: string;
            tool_group: string;
        };
        /**
         * @example {
         *       "action_id": "0198c7a4-5b1e-7c3d-9e8f-2a6b4c0d1e5f.0198c7a4-5b2a-7d10-8c31-5e0f9a1b2c3d",
         *       "status": "OPEN",
         *       "message": "Shall I do this: Pays somebody (to: Ann)?",
         *       "expires_at": "2026-01-31T12:30:00.000Z",
         *       "consent_url": "http://localhost:3000/consent/eyJjb252ZXJz.c2lnbmF0dXJl"
         *     }
         */
        ToolAction: {
            /** @description Of this question; another question has another */
            action_id: string;
            /** @description While OPEN and without consent_url: why the user cannot agree, and what to do about it */
            consent_problem?: string;
            /**
             * Format: uri
             * @description While OPEN: the page on which the user decides; show it to nobody else
             */
            consent_url?: string;
            /** Format: date-time */
            expires_at?: string | null;
            /** @description What there is to say to the user: while OPEN, the question */
            message: string;
            /** @description What the tool answered, once it is EXECUTED */
            result?: unknown;
            /**
             * @description OPEN: nothing has been done, the yes is awaited. IN_PROGRESS: nobody can tell yet
             * @enum {string}
             */
            status: "OPEN" | "IN_PROGRESS" | "EXECUTED" | "REJECTED" | "EXPIRED";
        };
        /**
         * @description As input_schema says
         * @example {
         *       "to": "Ann"
         *     }
         */
        ToolArguments: {
            [key: string]: unknown;
        };
        /**
         * @example {
         *       "decision": "yes"
         *     }
         */
        ToolDecision: {
            /**
             * @description Of a word that a model has brought: it counts as an agent's, whoever passes it on
             * @enum {string}
             */
            by?: "agent";
            /**
             * @description What the user, having read the question, said; an agent's yes is none
             * @enum {string}
             */
            decision: "yes" | "no";
        };
        /**
         * @example {
         *       "version": "0.1.0",
         *       "tools": [
         *         {
         *           "tool_code": "bank.pay",
         *           "tool_group": "WORKFLOW_ACTION",
         *           "title": "Bank pay",
         *           "description": "Pays somebody",
         *           "side_effect": "WRITE",
         *           "risk": "HIGH",
         *           "execution_policy": "at-most-once",
         *           "timeout_ms": 30000,
         *           "input_schema": {
         *             "type": "object",
         *             "required": [
         *               "to"
         *             ],
         *             "properties": {
         *               "to": {
         *                 "type": "string"
         *               }
         *             }
         *           },
         *           "output_schema": null,
         *           "source": "rows",
         *           "is_shipped": false,
         *           "source_place": null,
         *           "calls": 12,
         *           "failures": 1,
         *           "circuit": "CLOSED"
         *         }
         *       ]
         *     }
         */
        ToolList: {
            tools: components["schemas"]["Tool"][];
            /** @description Of the service */
            version: string;
        };
        /**
         * @example {
         *       "result": {
         *         "balance": 12.5
         *       }
         *     }
         */
        ToolResult: {
            /** @description What the tool answered */
            result: unknown;
        };
        /**
         * @example {
         *       "conversationId": "7b6e2b0a-3c1d-4e5f-8a9b-0c1d2e3f4a5b",
         *       "steps": [
         *         {
         *           "turnNo": 1,
         *           "step": "RulesStep",
         *           "stepClass": "RulesStep",
         *           "sourceFile": null,
         *           "status": "OK",
         *           "startedAt": "2026-01-31T12:00:00.003Z",
         *           "endedAt": "2026-01-31T12:00:00.005Z",
         *           "durationMs": 2,
         *           "error": null,
         *           "stages": [
         *             {
         *               "auditId": 3,
         *               "stage": "RULE_MATCH",
         *               "createdAt": "2026-01-31T12:00:00.004Z",
         *               "payload": {
         *                 "ruleId": 7
         *               }
         *             }
         *           ]
         *         }
         *       ],
         *       "stages": [
         *         {
         *           "auditId": 3,
         *           "stage": "RULE_MATCH",
         *           "createdAt": "2026-01-31T12:00:00.004Z",
         *           "payload": {
         *             "ruleId": 7
         *           }
         *         }
         *       ]
         *     }
         */
        Trace: {
            /**
             * Format: uuid
             * @description A UUID
             * @example 7b6e2b0a-3c1d-4e5f-8a9b-0c1d2e3f4a5b
             */
            conversationId: string;
            stages: components["schemas"]["TraceStage"][];
            steps: components["schemas"]["TraceStep"][];
        };
        TraceStage: {
            auditId: number;
            /**
             * Format: date-time
             * @description UTC, to the millisecond
             */
            createdAt: string;
            payload: {
                [key: string]: unknown;
            };
            stage: string;
        };
        TraceStep: {
            durationMs: number | null;
            /**
             * Format: date-time
             * @description UTC, to the millisecond
             */
            endedAt: string | null;
            error: string | null;
            /** @enum {string|null} */
            sourceFile: null;
            stages: components["schemas"]["TraceStage"][];
            /**
             * Format: date-time
             * @description UTC, to the millisecond
             */
            startedAt: string;
            /** @enum {string} */
            status: "RUNNING" | "OK" | "ERROR";
            step: string;
            stepClass: string | null;
            turnNo: number;
        };
        /**
         * @example {
         *       "items": [
         *         {
         *           "turn": 1,
         *           "turnId": "75",
         *           "at": "2026-01-31T12:00:00.000Z",
         *           "durationMs": 12,
         *           "intent": "ORDER_CANCELLATION",
         *           "state": "CONFIRM_CANCELLATION",
         *           "status": "DONE",
         *           "outcome": "OPEN",
         *           "errorCode": null,
         *           "principal": "USER",
         *           "userText": "cancel my order 7017",
         *           "reply": {
         *             "type": "TEXT",
         *             "value": "Shall I cancel order 7017?"
         *           },
         *           "actionIds": [
         *             "0198c7a4-5b1e-7c3d-9e8f-2a6b4c0d1e5f"
         *           ],
         *           "events": [
         *             {
         *               "stage": "USER_INPUT",
         *               "offsetMs": 0,
         *               "payload": {
         *                 "text": "cancel my order 7017"
         *               }
         *             }
         *           ]
         *         }
         *       ],
         *       "nextCursor": null
         *     }
         */
        TurnList: {
            items: {
                actionIds: string[];
                /**
                 * Format: date-time
                 * @description UTC, to the millisecond
                 */
                at: string;
                durationMs: number | null;
                errorCode: string | null;
                events: {
                    /** @description Milliseconds since `at` */
                    offsetMs: number;
                    payload: {
                        [key: string]: unknown;
                    };
                    stage: string;
                }[];
                intent: string | null;
                /** @description What last became of an action in it */
                outcome: string | null;
                principal: string | null;
                reply: {
                    /** @enum {string} */
                    type: "TEXT" | "JSON";
                    /** @description Text, or JSON text */
                    value: string;
                } | null;
                state: string | null;
                /**
                 * @description BESIDE: work that no message asked for, such as closing what has expired
                 * @enum {string}
                 */
                status: "DONE" | "FAILED" | "BESIDE";
                turn: number;
                /** @description Which record of the conversation it is */
                turnId: string;
                userText: string | null;
            }[];
            /** @description Ask again with `cursor` set to this; null: there is no more. A page may be short, or empty, before that */
            nextCursor: string | null;
        };
        /**
         * @description There where the message was an answer that has run nothing, such as a button of a question that has changed
         * @example {
         *       "reason": "CLOSED",
         *       "actionId": "0198c7a4-5b1e-7c3d-9e8f-2a6b4c0d1e5f",
         *       "revision": 1,
         *       "status": "EXECUTED"
         *     }
         */
        UncountedAnswer: {
            /**
             * Format: uuid
             * @description What was answered; null where there is no such action
             */
            actionId: string | null;
            /**
             * @description CONSENT_REFUSED in the audit has the same
             * @enum {string}
             */
            reason: "OTHER_QUESTION" | "OTHER_REQUEST" | "CHANGED_QUESTION" | "CLOSED" | "NOT_THEIRS" | "NO_YES" | "TOO_WEAK" | "MODEL_ALONE" | "SENSITIVE_ACTION_APPROVAL_REQUIRED" | "HANDED_OVER";
            /** @description The one it has now */
            revision: number | null;
            /**
             * @description How it stands now
             * @enum {string|null}
             */
            status: "OPEN" | "IN_PROGRESS" | "EXECUTED" | "REJECTED" | "EXPIRED" | null;
        };
        /**
         * @example {
         *       "by": "ann",
         *       "note": "not that friendly"
         *     }
         */
        UndoFile: {
            /** @description Who changes it; kept with the version */
            by: string;
            /**
             * @description Why; kept with the version
             * @default
             */
            note: string;
        };
        /**
         * @example {
         *       "by": "ann",
         *       "note": "not that short"
         *     }
         */
        UndoFlow: {
            /** @description Who changes it; kept with the version */
            by: string;
            /**
             * @description Why; kept with the version
             * @default
             */
            note: string;
        };
        /**
         * @example {
         *       "conversationId": "7b6e2b0a-3c1d-4e5f-8a9b-0c1d2e3f4a5b",
         *       "records": 12,
         *       "ok": false,
         *       "problems": [
         *         {
         *           "turnNo": 3,
         *           "problem": "altered"
         *         }
         *       ]
         *     }
         */
        Verification: {
            /**
             * Format: uuid
             * @description A UUID
             * @example 7b6e2b0a-3c1d-4e5f-8a9b-0c1d2e3f4a5b
             */
            conversationId: string;
            ok: boolean;
            problems: {
                problem: string;
                /** @description null where it is the end that is missing */
                turnNo: number | null;
            }[];
            /** @description How many were looked at */
            records: number;
        };
        /**
         * @example {
         *       "receipt": 7,
         *       "hash": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
         *       "content": {
         *         "receipt": 7,
         *         "scope": "SUBJECT",
         *         "about": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
         *         "requestedBy": "bob",
         *         "startedAt": "2026-01-31T12:00:00.000Z",
         *         "endedAt": "2026-01-31T12:00:01.000Z",
         *         "conversations": 2,
         *         "turns": 9,
         *         "rows": {
         *           "ce_conversation": 2,
         *           "ce_conversation_history": 9,
         *           "ce_turn_record": 9
         *         },
         *         "tombstones": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
         *         "keptConsents": 0,
         *         "kept": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"
         *       },
         *       "ok": true,
         *       "problems": []
         *     }
         */
        VerifiedReceipt: {
            /** @description Null while something is left to erase */
            content: {
                /** @description Keyed hash of the subject, or of the conversation */
                about: string;
                conversations: number;
                /** Format: date-time */
                endedAt: string;
                /** @description SHA-256 over them */
                kept: string;
                /** @description How many consents are kept in reduced form */
                keptConsents: number;
                receipt: number;
                requestedBy: string;
                /** @description How many rows of each table */
                rows: {
                    [key: string]: number;
                };
                /** @enum {string} */
                scope: "SUBJECT" | "CONVERSATION";
                /** Format: date-time */
                startedAt: string;
                /** @description SHA-256 over the tombstones */
                tombstones: string;
                turns: number;
            } | null;
            hash: string | null;
            /** @description Whether it is as it was written, and fits what it stands for */
            ok: boolean;
            problems: string[];
            receipt: number;
        };
        /**
         * @example {
         *       "by": "ann",
         *       "note": "the hotel answers again"
         *     }
         */
        WorkflowChange: {
            /** @description Who does it; kept in the audit */
            by: string;
            /**
             * @description Why, or how it was found out; kept in the audit
             * @default
             */
            note: string;
        };
        /**
         * @example {
         *       "runId": "0198c7a4-5b1e-7c3d-9e8f-2a6b4c0d1e5f.1",
         *       "parentRunId": null,
         *       "workflow": "journey",
         *       "version": "",
         *       "status": "HELD",
         *       "endsAs": null,
         *       "error": "Nobody knows whether the step \"hotel\" has happened: its process ended over it.",
         *       "startedAt": "2026-01-31T12:00:00.000Z",
         *       "endedAt": null,
         *       "result": null,
         *       "plannedSteps": 3,
         *       "steps": [
         *         {
         *           "step": "flight",
         *           "kind": "WORK",
         *           "childRunId": null,
         *           "status": "DONE",
         *           "error": null,
         *           "until": null
         *         },
         *         {
         *           "step": "hotel",
         *           "kind": "WORK",
         *           "childRunId": null,
         *           "status": "IN_DOUBT",
         *           "error": "The process ended while it was at work.",
         *           "until": null
         *         }
         *       ]
         *     }
         */
        WorkflowRun: {
            /** Format: date-time */
            endedAt: string | null;
            /**
             * @description How it ends when its steps are undone; null while it goes forward
             * @enum {string|null}
             */
            endsAs: "FAILED" | "CANCELLED" | null;
            /** @description Why it is held, or failed */
            error: string | null;
            /** @description The run that it is a step of; null where a consent has started it */
            parentRunId: string | null;
            /** @description How many steps its function says that it has */
            plannedSteps: number | null;
            /** @description What it returned; null unless it is DONE */
            result: unknown;
            /**
             * @description The idempotency key of the confirmed action that started it
             * @example 0198c7a4-5b1e-7c3d-9e8f-2a6b4c0d1e5f.1
             */
            runId: string;
            /** Format: date-time */
            startedAt: string;
            /** @enum {string} */
            status: "RUNNING" | "WAITING" | "HELD" | "DONE" | "FAILED" | "CANCELLED" | "INTERRUPTED";
            steps: {
                /** @description The run that a step of kind CHILD is */
                childRunId: string | null;
                error: string | null;
                /** @enum {string} */
                kind: "WORK" | "SLEEP" | "SIGNAL" | "APPROVAL" | "CHILD";
                /** @enum {string} */
                status: "RUNNING" | "WAITING" | "DONE" | "FAILED" | "UNDOING" | "UNDONE" | "IN_DOUBT";
                step: string;
                /**
                 * Format: date-time
                 * @description How long it waits at most
                 */
                until: string | null;
            }[];
            /** @description Of the function that it began on; empty where it has none */
            version: string;
            workflow: string;
        };
        /**
         * @example [
         *       {
         *         "conversationId": "7b6e2b0a-3c1d-4e5f-8a9b-0c1d2e3f4a5b",
         *         "runId": "0198c7a4-5b1e-7c3d-9e8f-2a6b4c0d1e5f.1",
         *         "parentRunId": null,
         *         "workflow": "journey",
         *         "version": "",
         *         "status": "HELD",
         *         "endsAs": null,
         *         "error": "Nobody knows whether the step \"hotel\" has happened: its process ended over it.",
         *         "startedAt": "2026-01-31T12:00:00.000Z",
         *         "endedAt": null
         *       }
         *     ]
         */
        WorkflowRuns: {
            /** Format: uuid */
            conversationId: string;
            /** Format: date-time */
            endedAt: string | null;
            /**
             * @description How it ends when its steps are undone; null while it goes forward
             * @enum {string|null}
             */
            endsAs: "FAILED" | "CANCELLED" | null;
            /** @description Why it is held, or failed */
            error: string | null;
            /** @description The run that it is a step of; null where a consent has started it */
            parentRunId: string | null;
            /**
             * @description The idempotency key of the confirmed action that started it
             * @example 0198c7a4-5b1e-7c3d-9e8f-2a6b4c0d1e5f.1
             */
            runId: string;
            /** Format: date-time */
            startedAt: string;
            /** @enum {string} */
            status: "RUNNING" | "WAITING" | "HELD" | "DONE" | "FAILED" | "CANCELLED" | "INTERRUPTED";
            /** @description Of the function that it began on; empty where it has none */
            version: string;
            workflow: string;
        }[];
        /**
         * @example {
         *       "signal": "paid",
         *       "payload": {
         *         "amount": 240
         *       },
         *       "by": "payments"
         *     }
         */
        WorkflowSignal: {
            /** @description Who does it; kept in the audit */
            by: string;
            /** @description What the run is told */
            payload?: unknown;
            signal: string;
        };
        /**
         * @example {
         *       "step": "hotel",
         *       "happened": true,
         *       "result": "H-7",
         *       "by": "ann",
         *       "note": "asked by phone"
         *     }
         */
        WorkflowStepFinding: {
            /** @description Who does it; kept in the audit */
            by: string;
            /** @description Whether it has happened in the world */
            happened: boolean;
            /**
             * @description Why, or how it was found out; kept in the audit
             * @default
             */
            note: string;
            /** @description What the step would have answered */
            result?: unknown;
            step: string;
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    runAgent: {
        parameters: {
            query?: never;
            header?: {
                /** @description A run that is sent again with its key does nothing again */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RunAgentInput"];
            };
        };
        responses: {
            /** @description The events of the run */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": string;
                };
            };
            /** @description INVALID_REQUEST: Correct the request as the message says and send it again. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description UNAUTHORIZED: Send the API key as "Authorization: Bearer KEY" or in the X-API-KEY header; a token of the OpenID provider as the first. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description FORBIDDEN: Use a key or token with a role that may (docs/access.md), or add the host or the page to the configuration key the message names. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description REQUEST_TOO_LARGE: Send a shorter message, or fewer or smaller inputParams or attachments, or raise convengine.limits or convengine.http.body-limit-bytes. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description TOO_MANY_REQUESTS: Send it again after Retry-After, and fewer from then on; convengine.limits.per-minute says how many are allowed. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description INTERNAL_ERROR: Look for the request id in the log of the service. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description IDENTITY_UNAVAILABLE: The OpenID provider does not give the keys that tokens are checked with; send it again shortly, or use an API key. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    listActions: {
        parameters: {
            query?: {
                actionKey?: string;
                /** @description Whose yes it was begun with: one of USER, SERVICE, AGENT, OPERATOR, or somebody by name */
                confirmedBy?: string;
                /** @description A UUID */
                conversationId?: string;
                /** @description nextCursor of the page before; left out for the first */
                cursor?: string;
                /** @description Most items in the answer */
                limit?: number;
                riskLevel?: string;
                /** @description Only what is not older (ISO 8601) */
                since?: string;
                /** @description With commas between them: OPEN, IN_PROGRESS, EXECUTED, REJECTED, EXPIRED, AWAITING_APPROVAL, HELD, FAILED. FAILED: those of REJECTED that were agreed to and could not be carried out */
                status?: string;
                /** @description Part of the question, of the arguments as they may be shown, or of the key */
                text?: string;
                toolCode?: string;
                /** @description Only what is older (ISO 8601) */
                until?: string;
            };
            header?: {
                /** @description The ETag of an earlier answer */
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of them */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ActionList"];
                };
            };
            /** @description The answer is the one with that ETag */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description INVALID_REQUEST: Correct the request as the message says and send it again. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description UNAUTHORIZED: Send the API key as "Authorization: Bearer KEY" or in the X-API-KEY header; a token of the OpenID provider as the first. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description FORBIDDEN: Use a key or token with a role that may (docs/access.md), or add the host or the page to the configuration key the message names. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description INTERNAL_ERROR: Look for the request id in the log of the service. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /**
             * @description DATABASE_UNAVAILABLE: The database cannot do it just now; send it again shortly.
             *
             *     IDENTITY_UNAVAILABLE: The OpenID provider does not give the keys that tokens are checked with; send it again shortly, or use an API key.
             */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    getAction: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of an earlier answer */
                "If-None-Match"?: string;
            };
            path: {
                actionId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The action */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ActionDetail"];
                };
            };
            /** @description The answer is the one with that ETag */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description INVALID_REQUEST: Correct the request as the message says and send it again. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description UNAUTHORIZED: Send the API key as "Authorization: Bearer KEY" or in the X-API-KEY header; a token of the OpenID provider as the first. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description FORBIDDEN: Use a key or token with a role that may (docs/access.md), or add the host or the page to the configuration key the message names. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description NOT_FOUND: Check the address and the id. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description INTERNAL_ERROR: Look for the request id in the log of the service. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /**
             * @description DATABASE_UNAVAILABLE: The database cannot do it just now; send it again shortly.
             *
             *     IDENTITY_UNAVAILABLE: The OpenID provider does not give the keys that tokens are checked with; send it again shortly, or use an API key.
             */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    approveAction: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                proposalId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Approval"];
            };
        };
        responses: {
            /** @description It is approved */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApprovedAction"];
                };
            };
            /** @description INVALID_REQUEST: Correct the request as the message says and send it again. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description UNAUTHORIZED: Send the API key as "Authorization: Bearer KEY" or in the X-API-KEY header; a token of the OpenID provider as the first. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description FORBIDDEN: Use a key or token with a role that may (docs/access.md), or add the host or the page to the configuration key the message names. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description NOT_FOUND: Check the address and the id. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description CONVERSATION_BUSY: Another message of this conversation is being answered; send it again later. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description INTERNAL_ERROR: Look for the request id in the log of the service. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /**
             * @description DATABASE_UNAVAILABLE: The database cannot do it just now; send it again shortly.
             *
             *     IDENTITY_UNAVAILABLE: The OpenID provider does not give the keys that tokens are checked with; send it again shortly, or use an API key.
             */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    refuseAction: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                proposalId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ApprovalRefusal"];
            };
        };
        responses: {
            /** @description It is closed */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RefusedAction"];
                };
            };
            /** @description INVALID_REQUEST: Correct the request as the message says and send it again. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description UNAUTHORIZED: Send the API key as "Authorization: Bearer KEY" or in the X-API-KEY header; a token of the OpenID provider as the first. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description FORBIDDEN: Use a key or token with a role that may (docs/access.md), or add the host or the page to the configuration key the message names. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description NOT_FOUND: Check the address and the id. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description CONVERSATION_BUSY: Another message of this conversation is being answered; send it again later. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description INTERNAL_ERROR: Look for the request id in the log of the service. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /**
             * @description DATABASE_UNAVAILABLE: The database cannot do it just now; send it again shortly.
             *
             *     IDENTITY_UNAVAILABLE: The OpenID provider does not give the keys that tokens are checked with; send it again shortly, or use an API key.
             */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    listActionsAwaitingApproval: {
        parameters: {
            query?: {
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Oldest first */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ActionAwaitingApproval"][];
                };
            };
            /** @description INVALID_REQUEST: Correct the request as the message says and send it again. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description UNAUTHORIZED: Send the API key as "Authorization: Bearer KEY" or in the X-API-KEY header; a token of the OpenID provider as the first. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description FORBIDDEN: Use a key or token with a role that may (docs/access.md), or add the host or the page to the configuration key the message names. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description INTERNAL_ERROR: Look for the request id in the log of the service. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /**
             * @description DATABASE_UNAVAILABLE: The database cannot do it just now; send it again shortly.
             *
             *     IDENTITY_UNAVAILABLE: The OpenID provider does not give the keys that tokens are checked with; send it again shortly, or use an API key.
             */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    exportActions: {
        parameters: {
            query?: {
                actionKey?: string;
                /** @description Whose yes it was begun with: one of USER, SERVICE, AGENT, OPERATOR, or somebody by name */
                confirmedBy?: string;
                /** @description A UUID */
                conversationId?: string;
                /** @description nextCursor of the page before; left out for the first */
                cursor?: string;
                format?: "csv" | "json";
                riskLevel?: string;
                /** @description Only what is not older (ISO 8601) */
                since?: string;
                /** @description With commas between them: OPEN, IN_PROGRESS, EXECUTED, REJECTED, EXPIRED, AWAITING_APPROVAL, HELD, FAILED. FAILED: those of REJECTED that were agreed to and could not be carried out */
                status?: string;
                /** @description Part of the question, of the arguments as they may be shown, or of the key */
                text?: string;
                toolCode?: string;
                /** @description Only what is older (ISO 8601) */
                until?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description CSV with a head, or a JSON list */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** Format: uuid */
                        actionId: string;
                        actionKey: string;
                        /** @description What carries it out: HANDLER:METHODS or tool:CODE@DIGEST; before it scheduled:POLICY:ARGUMENT: where that is at times to come */
                        actionRef: string;
                        /** @description Without what must not be shown */
                        arguments: {
                            [key: string]: unknown;
                        };
                        /** @description SHA-256 of the arguments as they are, in hexadecimal digits */
                        argumentsHash: string;
                        attempts: number;
                        /** @description Whose yes it was begun with; null where it has got none */
                        confirmedBy: {
                            /** @description The name that was proved */
                            id: string | null;
                            kind: string;
                        } | null;
                        /** Format: uuid */
                        conversationId: string;
                        /**
                         * Format: date-time
                         * @description When this revision was asked
                         */
                        createdAt: string;
                        expiresAfterTurn: number | null;
                        /**
                         * Format: date-time
                         * @description UTC, to the millisecond
                         */
                        expiresAt: string | null;
                        intent: string;
                        /** @description Open, and to be approved before a yes carries it out */
                        isAwaitingApproval: boolean;
                        /** @description Begun, and nobody can tell how it ended */
                        isHeld: boolean;
                        /** @description What came of it, in at most 300 characters */
                        outcomeSummary: string | null;
                        question: string;
                        /** @description Why it was closed without success, or is held */
                        reason: string | null;
                        revision: number;
                        /** @enum {string|null} */
                        riskLevel: "LOW" | "MEDIUM" | "HIGH" | null;
                        state: string;
                        /** @enum {string} */
                        status: "OPEN" | "IN_PROGRESS" | "EXECUTED" | "REJECTED" | "EXPIRED";
                        toolCode: string | null;
                        /**
                         * Format: date-time
                         * @description UTC, to the millisecond
                         */
                        updatedAt: string;
                    }[];
                    "text/csv": {
                        /** Format: uuid */
                        actionId: string;
                        actionKey: string;
                        /** @description What carries it out: HANDLER:METHODS or tool:CODE@DIGEST; before it scheduled:POLICY:ARGUMENT: where that is at times to come */
                        actionRef: string;
                        /** @description Without what must not be shown */
                        arguments: {
                            [key: string]: unknown;
                        };
                        /** @description SHA-256 of the arguments as they are, in hexadecimal digits */
                        argumentsHash: string;
                        attempts: number;
                        /** @description Whose yes it was begun with; null where it has got none */
                        confirmedBy: {
                            /** @description The name that was proved */
                            id: string | null;
                            kind: string;
                        } | null;
                        /** Format: uuid */
                        conversationId: string;
                        /**
                         * Format: date-time
                         * @description When this revision was asked
                         */
                        createdAt: string;
                        expiresAfterTurn: number | null;
                        /**
                         * Format: date-time
                         * @description UTC, to the millisecond
                         */
                        expiresAt: string | null;
                        intent: string;
                        /** @description Open, and to be approved before a yes carries it out */
                        isAwaitingApproval: boolean;
                        /** @description Begun, and nobody can tell how it ended */
                        isHeld: boolean;
                        /** @description What came of it, in at most 300 characters */
                        outcomeSummary: string | null;
                        question: string;
                        /** @description Why it was closed without success, or is held */
                        reason: string | null;
                        revision: number;
                        /** @enum {string|null} */
                        riskLevel: "LOW" | "MEDIUM" | "HIGH" | null;
                        state: string;
                        /** @enum {string} */
                        status: "OPEN" | "IN_PROGRESS" | "EXECUTED" | "REJECTED" | "EXPIRED";
                        toolCode: string | null;
                        /**
                         * Format: date-time
                         * @description UTC, to the millisecond
                         */
                        updatedAt: string;
                    }[];
                };
            };
            /** @description INVALID_REQUEST: Correct the request as the message says and send it again. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                    "text/csv": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description UNAUTHORIZED: Send the API key as "Authorization: Bearer KEY" or in the X-API-KEY header; a token of the OpenID provider as the first. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                    "text/csv": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description FORBIDDEN: Use a key or token with a role that may (docs/access.md), or add the host or the page to the configuration key the message names. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                    "text/csv": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description INTERNAL_ERROR: Look for the request id in the log of the service. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                    "text/csv": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description DATABASE_UNAVAILABLE: The database cannot do it just now; send it again shortly.
             *
             *     IDENTITY_UNAVAILABLE: The OpenID provider does not give the keys that tokens are checked with; send it again shortly, or use an API key.
             */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                    "text/csv": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    listHeldActions: {
        parameters: {
            query?: {
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Oldest first */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HeldAction"][];
                };
            };
            /** @description INVALID_REQUEST: Correct the request as the message says and send it again. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description UNAUTHORIZED: Send the API key as "Authorization: Bearer KEY" or in the X-API-KEY header; a token of the OpenID provider as the first. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description FORBIDDEN: Use a key or token with a role that may (docs/access.md), or add the host or the page to the configuration key the message names. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description INTERNAL_ERROR: Look for the request id in the log of the service. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /**
             * @description DATABASE_UNAVAILABLE: The database cannot do it just now; send it again shortly.
             *
             *     IDENTITY_UNAVAILABLE: The OpenID provider does not give the keys that tokens are checked with; send it again shortly, or use an API key.
             */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    settleHeldAction: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                proposalId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Finding"];
            };
        };
        responses: {
            /** @description It is settled */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SettledAction"];
                };
            };
            /** @description INVALID_REQUEST: Correct the request as the message says and send it again. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description UNAUTHORIZED: Send the API key as "Authorization: Bearer KEY" or in the X-API-KEY header; a token of the OpenID provider as the first. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description FORBIDDEN: Use a key or token with a role that may (docs/access.md), or add the host or the page to the configuration key the message names. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description NOT_FOUND: Check the address and the id. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description CONVERSATION_BUSY: Another message of this conversation is being answered; send it again later. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description INTERNAL_ERROR: Look for the request id in the log of the service. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /**
             * @description DATABASE_UNAVAILABLE: The database cannot do it just now; send it again shortly.
             *
             *     IDENTITY_UNAVAILABLE: The OpenID provider does not give the keys that tokens are checked with; send it again shortly, or use an API key.
             */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    analyzeFlow: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Rows per table */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CacheAnalysis"];
                };
            };
            /** @description UNAUTHORIZED: Send the API key as "Authorization: Bearer KEY" or in the X-API-KEY header; a token of the OpenID provider as the first. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description FORBIDDEN: Use a key or token with a role that may (docs/access.md), or add the host or the page to the configuration key the message names. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description INTERNAL_ERROR: Look for the request id in the log of the service. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description IDENTITY_UNAVAILABLE: The OpenID provider does not give the keys that tokens are checked with; send it again shortly, or use an API key. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    refreshFlow: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What was loaded, and what was left out where convengine.flow.validation is lenient */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description UNAUTHORIZED: Send the API key as "Authorization: Bearer KEY" or in the X-API-KEY header; a token of the OpenID provider as the first. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description FORBIDDEN: Use a key or token with a role that may (docs/access.md), or add the host or the page to the configuration key the message names. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description FLOW_INVALID: Mend the listed rows, run "convengine flow check", and refresh. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description INTERNAL_ERROR: Look for the request id in the log of the service. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /**
             * @description DATABASE_UNAVAILABLE: The database cannot do it just now; send it again shortly.
             *
             *     IDENTITY_UNAVAILABLE: The OpenID provider does not give the keys that tokens are checked with; send it again shortly, or use an API key.
             */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    getAudit: {
        parameters: {
            query?: {
                /** @description Only events with a higher auditId; the X-Next-After header of the page before */
                after?: number;
                /** @description Most events in the answer */
                limit?: number;
                /** @description Only this stage */
                stage?: string;
            };
            header?: never;
            path: {
                /** @description A UUID */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The events */
            200: {
                headers: {
                    /** @description Sent when there is more: ask again with `after` set to this */
                    "X-Next-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuditEntry"][];
                };
            };
            /** @description INVALID_REQUEST: Correct the request as the message says and send it again. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description UNAUTHORIZED: Send the API key as "Authorization: Bearer KEY" or in the X-API-KEY header; a token of the OpenID provider as the first. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description FORBIDDEN: Use a key or token with a role that may (docs/access.md), or add the host or the page to the configuration key the message names. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description INTERNAL_ERROR: Look for the request id in the log of the service. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /**
             * @description DATABASE_UNAVAILABLE: The database cannot do it just now; send it again shortly.
             *
             *     IDENTITY_UNAVAILABLE: The OpenID provider does not give the keys that tokens are checked with; send it again shortly, or use an API key.
             */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    getTrace: {
        parameters: {
            query?: {
                /** @description Only events with a higher auditId; the X-Next-After header of the page before */
                after?: number;
                /** @description Most events to read; a turn is cut only where it has more events than that */
                limit?: number;
            };
            header?: never;
            path: {
                /** @description A UUID */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The steps */
            200: {
                headers: {
                    /** @description Sent when there is more: ask again with `after` set to this */
                    "X-Next-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trace"];
                };
            };
            /** @description INVALID_REQUEST: Correct the request as the message says and send it again. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description UNAUTHORIZED: Send the API key as "Authorization: Bearer KEY" or in the X-API-KEY header; a token of the OpenID provider as the first. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description FORBIDDEN: Use a key or token with a role that may (docs/access.md), or add the host or the page to the configuration key the message names. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description INTERNAL_ERROR: Look for the request id in the log of the service. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /**
             * @description DATABASE_UNAVAILABLE: The database cannot do it just now; send it again shortly.
             *
             *     IDENTITY_UNAVAILABLE: The OpenID provider does not give the keys that tokens are checked with; send it again shortly, or use an API key.
             */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    postFeedback: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["FeedbackRequest"];
            };
        };
        responses: {
            /** @description It is stored */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FeedbackResponse"];
                };
            };
            /** @description INVALID_REQUEST: Correct the request as the message says and send it again. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description UNAUTHORIZED: Send the API key as "Authorization: Bearer KEY" or in the X-API-KEY header; a token of the OpenID provider as the first. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description FORBIDDEN: Use a key or token with a role that may (docs/access.md), or add the host or the page to the configuration key the message names. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description NOT_FOUND: Check the address and the id. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description REQUEST_TOO_LARGE: Send a shorter message, or fewer or smaller inputParams or attachments, or raise convengine.limits or convengine.http.body-limit-bytes. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description INTERNAL_ERROR: Look for the request id in the log of the service. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /**
             * @description DATABASE_UNAVAILABLE: The database cannot do it just now; send it again shortly.
             *
             *     IDENTITY_UNAVAILABLE: The OpenID provider does not give the keys that tokens are checked with; send it again shortly, or use an API key.
             */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    postMessage: {
        parameters: {
            query?: never;
            header?: {
                /** @description A repeated key gets the first reply, byte for byte, and runs nothing */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MessageRequest"];
            };
        };
        responses: {
            /** @description The reply */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MessageResponse"];
                };
            };
            /**
             * @description INVALID_REQUEST: Correct the request as the message says and send it again.
             *
             *     INVALID_INPUT_PARAMS: Correct inputParams as the message says and send the message again.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description UNAUTHORIZED: Send the API key as "Authorization: Bearer KEY" or in the X-API-KEY header; a token of the OpenID provider as the first. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description FORBIDDEN: Use a key or token with a role that may (docs/access.md), or add the host or the page to the configuration key the message names. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description NOT_FOUND: Check the address and the id. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description CONVERSATION_BUSY: Another message of this conversation is being answered; send it again later. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description REQUEST_TOO_LARGE: Send a shorter message, or fewer or smaller inputParams or attachments, or raise convengine.limits or convengine.http.body-limit-bytes. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description IDEMPOTENCY_KEY_REUSED: Use a new Idempotency-Key for a different message. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description TOO_MANY_REQUESTS: Send it again after Retry-After, and fewer from then on; convengine.limits.per-minute says how many are allowed. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /**
             * @description INVALID_CONTEXT: A handler or rule wrote a value that context_json does not allow; mend it there.
             *
             *     INTERNAL_ERROR: Look for the request id in the log of the service.
             */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /**
             * @description CONVERSATION_PERSIST_FAILED: The turn could not be stored; send the message again. What was done already is told then, and not repeated.
             *
             *     SERVICE_OVERLOADED: Send it again after Retry-After, with the same Idempotency-Key; where that lasts, run more processes.
             *
             *     DATABASE_UNAVAILABLE: The database cannot do it just now; send it again shortly.
             *
             *     IDENTITY_UNAVAILABLE: The OpenID provider does not give the keys that tokens are checked with; send it again shortly, or use an API key.
             */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description TURN_TIMEOUT: The turn took too long; send the message again. What was done already is told then, and not repeated. */
            504: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    followConversation: {
        parameters: {
            query?: {
                /** @description As the Last-Event-ID header, for clients that cannot set it */
                lastEventId?: number;
            };
            header?: {
                /** @description The auditId of the last event received; absent: only what comes from now on */
                "Last-Event-ID"?: number;
            };
            path: {
                /** @description A UUID */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The events, until the client or the service ends them */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": string;
                };
            };
            /** @description INVALID_REQUEST: Correct the request as the message says and send it again. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description UNAUTHORIZED: Send the API key as "Authorization: Bearer KEY" or in the X-API-KEY header; a token of the OpenID provider as the first. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description FORBIDDEN: Use a key or token with a role that may (docs/access.md), or add the host or the page to the configuration key the message names. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description INTERNAL_ERROR: Look for the request id in the log of the service. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description IDENTITY_UNAVAILABLE: The OpenID provider does not give the keys that tokens are checked with; send it again shortly, or use an API key. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    listConversations: {
        parameters: {
            query?: {
                /** @description nextCursor of the page before; left out for the first */
                cursor?: string;
                intent?: string;
                /** @description Most items in the answer */
                limit?: number;
                /** @description Who has spoken, such as USER or AGENT:crm */
                principal?: string;
                /** @description Only what is not older (ISO 8601) */
                since?: string;
                state?: string;
                status?: string;
                /** @description Part of anything that was said or replied */
                text?: string;
                /** @description Only what is older (ISO 8601) */
                until?: string;
            };
            header?: {
                /** @description The ETag of an earlier answer */
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of them */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConversationList"];
                };
            };
            /** @description The answer is the one with that ETag */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description INVALID_REQUEST: Correct the request as the message says and send it again. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description UNAUTHORIZED: Send the API key as "Authorization: Bearer KEY" or in the X-API-KEY header; a token of the OpenID provider as the first. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description FORBIDDEN: Use a key or token with a role that may (docs/access.md), or add the host or the page to the configuration key the message names. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description INTERNAL_ERROR: Look for the request id in the log of the service. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /**
             * @description DATABASE_UNAVAILABLE: The database cannot do it just now; send it again shortly.
             *
             *     IDENTITY_UNAVAILABLE: The OpenID provider does not give the keys that tokens are checked with; send it again shortly, or use an API key.
             */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    getConversation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A UUID */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The conversation */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Conversation"];
                };
            };
            /** @description INVALID_REQUEST: Correct the request as the message says and send it again. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description UNAUTHORIZED: Send the API key as "Authorization: Bearer KEY" or in the X-API-KEY header; a token of the OpenID provider as the first. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description FORBIDDEN: Use a key or token with a role that may (docs/access.md), or add the host or the page to the configuration key the message names. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description NOT_FOUND: Check the address and the id. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description INTERNAL_ERROR: Look for the request id in the log of the service. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /**
             * @description DATABASE_UNAVAILABLE: The database cannot do it just now; send it again shortly.
             *
             *     IDENTITY_UNAVAILABLE: The OpenID provider does not give the keys that tokens are checked with; send it again shortly, or use an API key.
             */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    eraseConversation: {
        parameters: {
            query?: {
                /** @description Who asks for it, where the key does not say so */
                by?: string;
                /** @description Count, and erase nothing */
                dryRun?: "true" | "false";
            };
            header?: never;
            path: {
                /** @description A UUID */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Nothing is left, and there is a receipt; or what a dry run has counted */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Erasure"];
                };
            };
            /** @description Something is left: the same request goes on */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Erasure"];
                };
            };
            /** @description INVALID_REQUEST: Correct the request as the message says and send it again. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description UNAUTHORIZED: Send the API key as "Authorization: Bearer KEY" or in the X-API-KEY header; a token of the OpenID provider as the first. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description FORBIDDEN: Use a key or token with a role that may (docs/access.md), or add the host or the page to the configuration key the message names. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description INTERNAL_ERROR: Look for the request id in the log of the service. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /**
             * @description DATABASE_UNAVAILABLE: The database cannot do it just now; send it again shortly.
             *
             *     IDENTITY_UNAVAILABLE: The OpenID provider does not give the keys that tokens are checked with; send it again shortly, or use an API key.
             */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    handOverConversation: {
        parameters: {
            query?: never;
            header?: {
                /** @description A repeated key gets the first answer and does nothing */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description A UUID */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["HandOver"];
            };
        };
        responses: {
            /** @description A person answers */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HandoverState"];
                };
            };
            /** @description INVALID_REQUEST: Correct the request as the message says and send it again. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description UNAUTHORIZED: Send the API key as "Authorization: Bearer KEY" or in the X-API-KEY header; a token of the OpenID provider as the first. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description FORBIDDEN: Use a key or token with a role that may (docs/access.md), or add the host or the page to the configuration key the message names. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description NOT_FOUND: Check the address and the id. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description CONVERSATION_BUSY: Another message of this conversation is being answered; send it again later. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description IDEMPOTENCY_KEY_REUSED: Use a new Idempotency-Key for a different message. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description INTERNAL_ERROR: Look for the request id in the log of the service. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /**
             * @description CONVERSATION_PERSIST_FAILED: The turn could not be stored; send the message again. What was done already is told then, and not repeated.
             *
             *     SERVICE_OVERLOADED: Send it again after Retry-After, with the same Idempotency-Key; where that lasts, run more processes.
             *
             *     DATABASE_UNAVAILABLE: The database cannot do it just now; send it again shortly.
             *
             *     IDENTITY_UNAVAILABLE: The OpenID provider does not give the keys that tokens are checked with; send it again shortly, or use an API key.
             */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description TURN_TIMEOUT: The turn took too long; send the message again. What was done already is told then, and not repeated. */
            504: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    handBackConversation: {
        parameters: {
            query?: never;
            header?: {
                /** @description A repeated key gets the first answer and does nothing */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description A UUID */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["HandBack"];
            };
        };
        responses: {
            /** @description The engine answers */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HandoverState"];
                };
            };
            /** @description INVALID_REQUEST: Correct the request as the message says and send it again. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description UNAUTHORIZED: Send the API key as "Authorization: Bearer KEY" or in the X-API-KEY header; a token of the OpenID provider as the first. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description FORBIDDEN: Use a key or token with a role that may (docs/access.md), or add the host or the page to the configuration key the message names. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description NOT_FOUND: Check the address and the id. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /**
             * @description CONVERSATION_BUSY: Another message of this conversation is being answered; send it again later.
             *
             *     NOT_HANDED_OVER: Hand the conversation over first, or leave it to the engine.
             */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description IDEMPOTENCY_KEY_REUSED: Use a new Idempotency-Key for a different message. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description INTERNAL_ERROR: Look for the request id in the log of the service. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /**
             * @description CONVERSATION_PERSIST_FAILED: The turn could not be stored; send the message again. What was done already is told then, and not repeated.
             *
             *     SERVICE_OVERLOADED: Send it again after Retry-After, with the same Idempotency-Key; where that lasts, run more processes.
             *
             *     DATABASE_UNAVAILABLE: The database cannot do it just now; send it again shortly.
             *
             *     IDENTITY_UNAVAILABLE: The OpenID provider does not give the keys that tokens are checked with; send it again shortly, or use an API key.
             */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description TURN_TIMEOUT: The turn took too long; send the message again. What was done already is told then, and not repeated. */
            504: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    replyAsPerson: {
        parameters: {
            query?: never;
            header?: {
                /** @description A repeated key gets the first answer and does nothing */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description A UUID */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PersonReply"];
            };
        };
        responses: {
            /** @description It was said */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HandoverState"];
                };
            };
            /** @description INVALID_REQUEST: Correct the request as the message says and send it again. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description UNAUTHORIZED: Send the API key as "Authorization: Bearer KEY" or in the X-API-KEY header; a token of the OpenID provider as the first. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description FORBIDDEN: Use a key or token with a role that may (docs/access.md), or add the host or the page to the configuration key the message names. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description NOT_FOUND: Check the address and the id. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /**
             * @description CONVERSATION_BUSY: Another message of this conversation is being answered; send it again later.
             *
             *     NOT_HANDED_OVER: Hand the conversation over first, or leave it to the engine.
             */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description REQUEST_TOO_LARGE: Send a shorter message, or fewer or smaller inputParams or attachments, or raise convengine.limits or convengine.http.body-limit-bytes. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description IDEMPOTENCY_KEY_REUSED: Use a new Idempotency-Key for a different message. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description INTERNAL_ERROR: Look for the request id in the log of the service. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /**
             * @description CONVERSATION_PERSIST_FAILED: The turn could not be stored; send the message again. What was done already is told then, and not repeated.
             *
             *     SERVICE_OVERLOADED: Send it again after Retry-After, with the same Idempotency-Key; where that lasts, run more processes.
             *
             *     DATABASE_UNAVAILABLE: The database cannot do it just now; send it again shortly.
             *
             *     IDENTITY_UNAVAILABLE: The OpenID provider does not give the keys that tokens are checked with; send it again shortly, or use an API key.
             */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description TURN_TIMEOUT: The turn took too long; send the message again. What was done already is told then, and not repeated. */
            504: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    getConversationHistory: {
        parameters: {
            query?: {
                /** @description Only turns with a lower number: nextBefore of the page before */
                before?: number;
                /** @description Most turns in the answer */
                limit?: number;
            };
            header?: never;
            path: {
                /** @description A UUID */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The turns */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConversationHistory"];
                };
            };
            /** @description INVALID_REQUEST: Correct the request as the message says and send it again. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description UNAUTHORIZED: Send the API key as "Authorization: Bearer KEY" or in the X-API-KEY header; a token of the OpenID provider as the first. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description FORBIDDEN: Use a key or token with a role that may (docs/access.md), or add the host or the page to the configuration key the message names. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description NOT_FOUND: Check the address and the id. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description INTERNAL_ERROR: Look for the request id in the log of the service. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /**
             * @description DATABASE_UNAVAILABLE: The database cannot do it just now; send it again shortly.
             *
             *     IDENTITY_UNAVAILABLE: The OpenID provider does not give the keys that tokens are checked with; send it again shortly, or use an API key.
             */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    listTurns: {
        parameters: {
            query?: {
                /** @description nextCursor of the page before; left out for the first */
                cursor?: string;
                /** @description Most items in the answer */
                limit?: number;
                /** @description desc: newest first */
                order?: "asc" | "desc";
            };
            header?: {
                /** @description The ETag of an earlier answer */
                "If-None-Match"?: string;
            };
            path: {
                /** @description A UUID */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of them */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TurnList"];
                };
            };
            /** @description The answer is the one with that ETag */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description INVALID_REQUEST: Correct the request as the message says and send it again. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description UNAUTHORIZED: Send the API key as "Authorization: Bearer KEY" or in the X-API-KEY header; a token of the OpenID provider as the first. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description FORBIDDEN: Use a key or token with a role that may (docs/access.md), or add the host or the page to the configuration key the message names. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description NOT_FOUND: Check the address and the id. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description INTERNAL_ERROR: Look for the request id in the log of the service. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /**
             * @description DATABASE_UNAVAILABLE: The database cannot do it just now; send it again shortly.
             *
             *     IDENTITY_UNAVAILABLE: The OpenID provider does not give the keys that tokens are checked with; send it again shortly, or use an API key.
             */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    verifyConversation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A UUID */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What was found */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Verification"];
                };
            };
            /** @description INVALID_REQUEST: Correct the request as the message says and send it again. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description UNAUTHORIZED: Send the API key as "Authorization: Bearer KEY" or in the X-API-KEY header; a token of the OpenID provider as the first. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description FORBIDDEN: Use a key or token with a role that may (docs/access.md), or add the host or the page to the configuration key the message names. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description NOT_FOUND: Check the address and the id. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description INTERNAL_ERROR: Look for the request id in the log of the service. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /**
             * @description DATABASE_UNAVAILABLE: The database cannot do it just now; send it again shortly.
             *
             *     IDENTITY_UNAVAILABLE: The OpenID provider does not give the keys that tokens are checked with; send it again shortly, or use an API key.
             */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    listDocuments: {
        parameters: {
            query?: {
                before?: number;
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description At most `limit`; `before` the last id is the next page */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Document"][];
                };
            };
            /** @description INVALID_REQUEST: Correct the request as the message says and send it again. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description UNAUTHORIZED: Send the API key as "Authorization: Bearer KEY" or in the X-API-KEY header; a token of the OpenID provider as the first. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description FORBIDDEN: Use a key or token with a role that may (docs/access.md), or add the host or the page to the configuration key the message names. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description INTERNAL_ERROR: Look for the request id in the log of the service. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /**
             * @description DATABASE_UNAVAILABLE: The database cannot do it just now; send it again shortly.
             *
             *     IDENTITY_UNAVAILABLE: The OpenID provider does not give the keys that tokens are checked with; send it again shortly, or use an API key.
             */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    ingestDocument: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["IngestDocument"];
            };
        };
        responses: {
            /** @description It can be found */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IngestedDocument"];
                };
            };
            /** @description INVALID_REQUEST: Correct the request as the message says and send it again. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description UNAUTHORIZED: Send the API key as "Authorization: Bearer KEY" or in the X-API-KEY header; a token of the OpenID provider as the first. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description FORBIDDEN: Use a key or token with a role that may (docs/access.md), or add the host or the page to the configuration key the message names. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description REQUEST_TOO_LARGE: Send a shorter message, or fewer or smaller inputParams or attachments, or raise convengine.limits or convengine.http.body-limit-bytes. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description DOCUMENT_INVALID: Ingest text, Markdown, HTML or PDF with text in it, within convengine.mcp.documents. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description INTERNAL_ERROR: Look for the request id in the log of the service. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /**
             * @description SERVICE_BUSY: All places are taken; try again shortly, or raise convengine.mcp.server.max-sessions.
             *
             *     SERVICE_OVERLOADED: Send it again after Retry-After, with the same Idempotency-Key; where that lasts, run more processes.
             *
             *     DATABASE_UNAVAILABLE: The database cannot do it just now; send it again shortly.
             *
             *     IDENTITY_UNAVAILABLE: The OpenID provider does not give the keys that tokens are checked with; send it again shortly, or use an API key.
             */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    removeDocument: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                documentId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is removed */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RemovedDocument"];
                };
            };
            /** @description UNAUTHORIZED: Send the API key as "Authorization: Bearer KEY" or in the X-API-KEY header; a token of the OpenID provider as the first. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description FORBIDDEN: Use a key or token with a role that may (docs/access.md), or add the host or the page to the configuration key the message names. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description NOT_FOUND: Check the address and the id. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description INTERNAL_ERROR: Look for the request id in the log of the service. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /**
             * @description DATABASE_UNAVAILABLE: The database cannot do it just now; send it again shortly.
             *
             *     IDENTITY_UNAVAILABLE: The OpenID provider does not give the keys that tokens are checked with; send it again shortly, or use an API key.
             */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    verifyErasure: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The number of a receipt */
                receipt: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The receipt */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["VerifiedReceipt"];
                };
            };
            /** @description INVALID_REQUEST: Correct the request as the message says and send it again. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description UNAUTHORIZED: Send the API key as "Authorization: Bearer KEY" or in the X-API-KEY header; a token of the OpenID provider as the first. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description FORBIDDEN: Use a key or token with a role that may (docs/access.md), or add the host or the page to the configuration key the message names. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description NOT_FOUND: Check the address and the id. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description INTERNAL_ERROR: Look for the request id in the log of the service. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /**
             * @description DATABASE_UNAVAILABLE: The database cannot do it just now; send it again shortly.
             *
             *     IDENTITY_UNAVAILABLE: The OpenID provider does not give the keys that tokens are checked with; send it again shortly, or use an API key.
             */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    listFiles: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Folders and files */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EditableFiles"];
                };
            };
            /** @description UNAUTHORIZED: Send the API key as "Authorization: Bearer KEY" or in the X-API-KEY header; a token of the OpenID provider as the first. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description FORBIDDEN: Use a key or token with a role that may (docs/access.md), or add the host or the page to the configuration key the message names. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description INTERNAL_ERROR: Look for the request id in the log of the service. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /**
             * @description DATABASE_UNAVAILABLE: The database cannot do it just now; send it again shortly.
             *
             *     IDENTITY_UNAVAILABLE: The OpenID provider does not give the keys that tokens are checked with; send it again shortly, or use an API key.
             */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    checkFile: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CheckFile"];
            };
        };
        responses: {
            /** @description Before, after and the problems */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CheckedFile"];
                };
            };
            /** @description INVALID_REQUEST: Correct the request as the message says and send it again. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description UNAUTHORIZED: Send the API key as "Authorization: Bearer KEY" or in the X-API-KEY header; a token of the OpenID provider as the first. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description FORBIDDEN: Use a key or token with a role that may (docs/access.md), or add the host or the page to the configuration key the message names. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description NOT_FOUND: Check the address and the id. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description INTERNAL_ERROR: Look for the request id in the log of the service. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description IDENTITY_UNAVAILABLE: The OpenID provider does not give the keys that tokens are checked with; send it again shortly, or use an API key. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    switchFile: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SwitchFile"];
            };
        };
        responses: {
            /** @description The version */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FileVersion"];
                };
            };
            /** @description INVALID_REQUEST: Correct the request as the message says and send it again. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description UNAUTHORIZED: Send the API key as "Authorization: Bearer KEY" or in the X-API-KEY header; a token of the OpenID provider as the first. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /**
             * @description FILES_READ_ONLY: Do as the message says, or change the file where it lies.
             *
             *     FORBIDDEN: Use a key or token with a role that may (docs/access.md), or add the host or the page to the configuration key the message names.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description NOT_FOUND: Check the address and the id. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description FILE_CHANGED: Look at what the file says now, check your own text against it, and send it again. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /**
             * @description FILE_INVALID: Mend the text as the message says, and send it again.
             *
             *     FLOW_INVALID: Mend the listed rows, run "convengine flow check", and refresh.
             */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description INTERNAL_ERROR: Look for the request id in the log of the service. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /**
             * @description DATABASE_UNAVAILABLE: The database cannot do it just now; send it again shortly.
             *
             *     IDENTITY_UNAVAILABLE: The OpenID provider does not give the keys that tokens are checked with; send it again shortly, or use an API key.
             */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    readFile: {
        parameters: {
            query: {
                /** @description As the settings name it; empty where they name none */
                folder: string;
                /** @description CAPABILITY: tools and playbooks (docs/capabilities.md). LANGUAGE: words (docs/languages.md) */
                kind: "CAPABILITY" | "LANGUAGE";
                /** @description Within the folder */
                path: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Its text */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FileText"];
                };
            };
            /** @description INVALID_REQUEST: Correct the request as the message says and send it again. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description UNAUTHORIZED: Send the API key as "Authorization: Bearer KEY" or in the X-API-KEY header; a token of the OpenID provider as the first. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description FORBIDDEN: Use a key or token with a role that may (docs/access.md), or add the host or the page to the configuration key the message names. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description NOT_FOUND: Check the address and the id. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description INTERNAL_ERROR: Look for the request id in the log of the service. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description IDENTITY_UNAVAILABLE: The OpenID provider does not give the keys that tokens are checked with; send it again shortly, or use an API key. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    listFileVersions: {
        parameters: {
            query?: {
                /** @description nextCursor of the page before; left out for the first */
                cursor?: string;
                /** @description Most items in the answer */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of them */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FileVersions"];
                };
            };
            /** @description INVALID_REQUEST: Correct the request as the message says and send it again. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description UNAUTHORIZED: Send the API key as "Authorization: Bearer KEY" or in the X-API-KEY header; a token of the OpenID provider as the first. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description FORBIDDEN: Use a key or token with a role that may (docs/access.md), or add the host or the page to the configuration key the message names. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description INTERNAL_ERROR: Look for the request id in the log of the service. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /**
             * @description DATABASE_UNAVAILABLE: The database cannot do it just now; send it again shortly.
             *
             *     IDENTITY_UNAVAILABLE: The OpenID provider does not give the keys that tokens are checked with; send it again shortly, or use an API key.
             */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    undoFileVersion: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                versionId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UndoFile"];
            };
        };
        responses: {
            /** @description The version */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FileVersion"];
                };
            };
            /** @description INVALID_REQUEST: Correct the request as the message says and send it again. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description UNAUTHORIZED: Send the API key as "Authorization: Bearer KEY" or in the X-API-KEY header; a token of the OpenID provider as the first. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /**
             * @description FILES_READ_ONLY: Do as the message says, or change the file where it lies.
             *
             *     FORBIDDEN: Use a key or token with a role that may (docs/access.md), or add the host or the page to the configuration key the message names.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description NOT_FOUND: Check the address and the id. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description FILE_CHANGED: Look at what the file says now, check your own text against it, and send it again. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /**
             * @description FILE_INVALID: Mend the text as the message says, and send it again.
             *
             *     FLOW_INVALID: Mend the listed rows, run "convengine flow check", and refresh.
             */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description INTERNAL_ERROR: Look for the request id in the log of the service. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /**
             * @description DATABASE_UNAVAILABLE: The database cannot do it just now; send it again shortly.
             *
             *     IDENTITY_UNAVAILABLE: The OpenID provider does not give the keys that tokens are checked with; send it again shortly, or use an API key.
             */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    getFlow: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of an earlier answer */
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The flow */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FlowMap"];
                };
            };
            /** @description The answer is the one with that ETag */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description UNAUTHORIZED: Send the API key as "Authorization: Bearer KEY" or in the X-API-KEY header; a token of the OpenID provider as the first. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description FORBIDDEN: Use a key or token with a role that may (docs/access.md), or add the host or the page to the configuration key the message names. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description INTERNAL_ERROR: Look for the request id in the log of the service. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /**
             * @description DATABASE_UNAVAILABLE: The database cannot do it just now; send it again shortly.
             *
             *     IDENTITY_UNAVAILABLE: The OpenID provider does not give the keys that tokens are checked with; send it again shortly, or use an API key.
             */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    checkFlowEdits: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CheckFlowEdits"];
            };
        };
        responses: {
            /** @description The changes and the problems */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CheckedFlowEdits"];
                };
            };
            /** @description INVALID_REQUEST: Correct the request as the message says and send it again. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description UNAUTHORIZED: Send the API key as "Authorization: Bearer KEY" or in the X-API-KEY header; a token of the OpenID provider as the first. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description FORBIDDEN: Use a key or token with a role that may (docs/access.md), or add the host or the page to the configuration key the message names. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description INTERNAL_ERROR: Look for the request id in the log of the service. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description IDENTITY_UNAVAILABLE: The OpenID provider does not give the keys that tokens are checked with; send it again shortly, or use an API key. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    dryRunFlow: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DryRunRequest"];
            };
        };
        responses: {
            /** @description Each message as it would be answered */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DryRun"];
                };
            };
            /**
             * @description INVALID_REQUEST: Correct the request as the message says and send it again.
             *
             *     INVALID_INPUT_PARAMS: Correct inputParams as the message says and send the message again.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description UNAUTHORIZED: Send the API key as "Authorization: Bearer KEY" or in the X-API-KEY header; a token of the OpenID provider as the first. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description FORBIDDEN: Use a key or token with a role that may (docs/access.md), or add the host or the page to the configuration key the message names. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description NOT_FOUND: Check the address and the id. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description REQUEST_TOO_LARGE: Send a shorter message, or fewer or smaller inputParams or attachments, or raise convengine.limits or convengine.http.body-limit-bytes. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /**
             * @description FLOW_INVALID: Mend the listed rows, run "convengine flow check", and refresh.
             *
             *     FILE_INVALID: Mend the text as the message says, and send it again.
             */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description INTERNAL_ERROR: Look for the request id in the log of the service. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /**
             * @description SERVICE_OVERLOADED: Send it again after Retry-After, with the same Idempotency-Key; where that lasts, run more processes.
             *
             *     DATABASE_UNAVAILABLE: The database cannot do it just now; send it again shortly.
             *
             *     IDENTITY_UNAVAILABLE: The OpenID provider does not give the keys that tokens are checked with; send it again shortly, or use an API key.
             */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description TURN_TIMEOUT: The turn took too long; send the message again. What was done already is told then, and not repeated. */
            504: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    listFlowShadows: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The last 50 */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FlowShadows"];
                };
            };
            /** @description UNAUTHORIZED: Send the API key as "Authorization: Bearer KEY" or in the X-API-KEY header; a token of the OpenID provider as the first. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description FORBIDDEN: Use a key or token with a role that may (docs/access.md), or add the host or the page to the configuration key the message names. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description INTERNAL_ERROR: Look for the request id in the log of the service. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /**
             * @description DATABASE_UNAVAILABLE: The database cannot do it just now; send it again shortly.
             *
             *     IDENTITY_UNAVAILABLE: The OpenID provider does not give the keys that tokens are checked with; send it again shortly, or use an API key.
             */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    startFlowShadow: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["StartFlowShadow"];
            };
        };
        responses: {
            /** @description It goes on */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FlowShadow"];
                };
            };
            /** @description INVALID_REQUEST: Correct the request as the message says and send it again. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description UNAUTHORIZED: Send the API key as "Authorization: Bearer KEY" or in the X-API-KEY header; a token of the OpenID provider as the first. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description FORBIDDEN: Use a key or token with a role that may (docs/access.md), or add the host or the page to the configuration key the message names. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description NOT_FOUND: Check the address and the id. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description SHADOW_RUNNING: Stop it first: "convengine shadow stop". */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description FLOW_INVALID: Mend the listed rows, run "convengine flow check", and refresh. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description INTERNAL_ERROR: Look for the request id in the log of the service. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /**
             * @description DATABASE_UNAVAILABLE: The database cannot do it just now; send it again shortly.
             *
             *     IDENTITY_UNAVAILABLE: The OpenID provider does not give the keys that tokens are checked with; send it again shortly, or use an API key.
             */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    getFlowShadow: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                shadowNo: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The shadow and its report */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FlowShadowReport"];
                };
            };
            /** @description UNAUTHORIZED: Send the API key as "Authorization: Bearer KEY" or in the X-API-KEY header; a token of the OpenID provider as the first. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description FORBIDDEN: Use a key or token with a role that may (docs/access.md), or add the host or the page to the configuration key the message names. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description NOT_FOUND: Check the address and the id. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description INTERNAL_ERROR: Look for the request id in the log of the service. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /**
             * @description DATABASE_UNAVAILABLE: The database cannot do it just now; send it again shortly.
             *
             *     IDENTITY_UNAVAILABLE: The OpenID provider does not give the keys that tokens are checked with; send it again shortly, or use an API key.
             */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    stopFlowShadow: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                shadowNo: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["StopFlowShadow"];
            };
        };
        responses: {
            /** @description It has ended */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FlowShadow"];
                };
            };
            /** @description INVALID_REQUEST: Correct the request as the message says and send it again. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description UNAUTHORIZED: Send the API key as "Authorization: Bearer KEY" or in the X-API-KEY header; a token of the OpenID provider as the first. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description FORBIDDEN: Use a key or token with a role that may (docs/access.md), or add the host or the page to the configuration key the message names. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description NOT_FOUND: Check the address and the id. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description INTERNAL_ERROR: Look for the request id in the log of the service. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /**
             * @description DATABASE_UNAVAILABLE: The database cannot do it just now; send it again shortly.
             *
             *     IDENTITY_UNAVAILABLE: The OpenID provider does not give the keys that tokens are checked with; send it again shortly, or use an API key.
             */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    switchFlow: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SwitchFlow"];
            };
        };
        responses: {
            /** @description The version that runs now */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FlowVersion"];
                };
            };
            /** @description INVALID_REQUEST: Correct the request as the message says and send it again. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description UNAUTHORIZED: Send the API key as "Authorization: Bearer KEY" or in the X-API-KEY header; a token of the OpenID provider as the first. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /**
             * @description FLOW_READ_ONLY: Give the role of the service what "convengine grants ROLE --rows" prints, or change the rows by SQL.
             *
             *     FORBIDDEN: Use a key or token with a role that may (docs/access.md), or add the host or the page to the configuration key the message names.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description FLOW_CHANGED: Look at what has changed, check your own changes against it, and send them again. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description FLOW_INVALID: Mend the listed rows, run "convengine flow check", and refresh. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description INTERNAL_ERROR: Look for the request id in the log of the service. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /**
             * @description DATABASE_UNAVAILABLE: The database cannot do it just now; send it again shortly.
             *
             *     IDENTITY_UNAVAILABLE: The OpenID provider does not give the keys that tokens are checked with; send it again shortly, or use an API key.
             */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    listFlowTables: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All of them */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FlowTables"];
                };
            };
            /** @description UNAUTHORIZED: Send the API key as "Authorization: Bearer KEY" or in the X-API-KEY header; a token of the OpenID provider as the first. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description FORBIDDEN: Use a key or token with a role that may (docs/access.md), or add the host or the page to the configuration key the message names. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description INTERNAL_ERROR: Look for the request id in the log of the service. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /**
             * @description DATABASE_UNAVAILABLE: The database cannot do it just now; send it again shortly.
             *
             *     IDENTITY_UNAVAILABLE: The OpenID provider does not give the keys that tokens are checked with; send it again shortly, or use an API key.
             */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    listFlowRows: {
        parameters: {
            query?: {
                /** @description nextCursor of the page before; left out for the first */
                cursor?: string;
                /** @description Most items in the answer */
                limit?: number;
                /** @description The key of one row */
                row?: string;
                /** @description A part of any value */
                search?: string;
            };
            header?: never;
            path: {
                table: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of them */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FlowRows"];
                };
            };
            /** @description INVALID_REQUEST: Correct the request as the message says and send it again. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description UNAUTHORIZED: Send the API key as "Authorization: Bearer KEY" or in the X-API-KEY header; a token of the OpenID provider as the first. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description FORBIDDEN: Use a key or token with a role that may (docs/access.md), or add the host or the page to the configuration key the message names. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description NOT_FOUND: Check the address and the id. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description INTERNAL_ERROR: Look for the request id in the log of the service. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /**
             * @description DATABASE_UNAVAILABLE: The database cannot do it just now; send it again shortly.
             *
             *     IDENTITY_UNAVAILABLE: The OpenID provider does not give the keys that tokens are checked with; send it again shortly, or use an API key.
             */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    listFlowVersions: {
        parameters: {
            query?: {
                /** @description nextCursor of the page before; left out for the first */
                cursor?: string;
                /** @description Most items in the answer */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of them */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FlowVersions"];
                };
            };
            /** @description INVALID_REQUEST: Correct the request as the message says and send it again. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description UNAUTHORIZED: Send the API key as "Authorization: Bearer KEY" or in the X-API-KEY header; a token of the OpenID provider as the first. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description FORBIDDEN: Use a key or token with a role that may (docs/access.md), or add the host or the page to the configuration key the message names. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description INTERNAL_ERROR: Look for the request id in the log of the service. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /**
             * @description DATABASE_UNAVAILABLE: The database cannot do it just now; send it again shortly.
             *
             *     IDENTITY_UNAVAILABLE: The OpenID provider does not give the keys that tokens are checked with; send it again shortly, or use an API key.
             */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    getFlowVersion: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                versionId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The version */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FlowVersion"];
                };
            };
            /** @description UNAUTHORIZED: Send the API key as "Authorization: Bearer KEY" or in the X-API-KEY header; a token of the OpenID provider as the first. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description FORBIDDEN: Use a key or token with a role that may (docs/access.md), or add the host or the page to the configuration key the message names. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description NOT_FOUND: Check the address and the id. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description INTERNAL_ERROR: Look for the request id in the log of the service. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /**
             * @description DATABASE_UNAVAILABLE: The database cannot do it just now; send it again shortly.
             *
             *     IDENTITY_UNAVAILABLE: The OpenID provider does not give the keys that tokens are checked with; send it again shortly, or use an API key.
             */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    undoFlowVersion: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                versionId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UndoFlow"];
            };
        };
        responses: {
            /** @description The version that runs now */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FlowVersion"];
                };
            };
            /** @description INVALID_REQUEST: Correct the request as the message says and send it again. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description UNAUTHORIZED: Send the API key as "Authorization: Bearer KEY" or in the X-API-KEY header; a token of the OpenID provider as the first. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /**
             * @description FLOW_READ_ONLY: Give the role of the service what "convengine grants ROLE --rows" prints, or change the rows by SQL.
             *
             *     FORBIDDEN: Use a key or token with a role that may (docs/access.md), or add the host or the page to the configuration key the message names.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description NOT_FOUND: Check the address and the id. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description FLOW_CHANGED: Look at what has changed, check your own changes against it, and send them again. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description FLOW_INVALID: Mend the listed rows, run "convengine flow check", and refresh. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description INTERNAL_ERROR: Look for the request id in the log of the service. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /**
             * @description DATABASE_UNAVAILABLE: The database cannot do it just now; send it again shortly.
             *
             *     IDENTITY_UNAVAILABLE: The OpenID provider does not give the keys that tokens are checked with; send it again shortly, or use an API key.
             */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    listHandovers: {
        parameters: {
            query?: {
                /** @description nextCursor of the page before; left out for the first */
                cursor?: string;
                /** @description Most items in the answer */
                limit?: number;
                /** @description Only those of this queue */
                queue?: string;
            };
            header?: {
                /** @description The ETag of an earlier answer */
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of them */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HandoverList"];
                };
            };
            /** @description The answer is the one with that ETag */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description INVALID_REQUEST: Correct the request as the message says and send it again. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description UNAUTHORIZED: Send the API key as "Authorization: Bearer KEY" or in the X-API-KEY header; a token of the OpenID provider as the first. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description FORBIDDEN: Use a key or token with a role that may (docs/access.md), or add the host or the page to the configuration key the message names. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description INTERNAL_ERROR: Look for the request id in the log of the service. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /**
             * @description DATABASE_UNAVAILABLE: The database cannot do it just now; send it again shortly.
             *
             *     IDENTITY_UNAVAILABLE: The OpenID provider does not give the keys that tokens are checked with; send it again shortly, or use an API key.
             */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    getHealth: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It can; `degraded` says what is wrong */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Health"];
                };
            };
            /** @description The database cannot be used */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Health"];
                };
            };
        };
    };
    listModelCalls: {
        parameters: {
            query?: {
                /** @description A UUID */
                conversationId?: string;
                /** @description nextCursor of the page before; left out for the first */
                cursor?: string;
                /** @description Most items in the answer */
                limit?: number;
                /** @description Only what is not older (ISO 8601) */
                since?: string;
                /** @description Only what is older (ISO 8601) */
                until?: string;
            };
            header?: {
                /** @description The ETag of an earlier answer */
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of them */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ModelCallList"];
                };
            };
            /** @description The answer is the one with that ETag */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description INVALID_REQUEST: Correct the request as the message says and send it again. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description UNAUTHORIZED: Send the API key as "Authorization: Bearer KEY" or in the X-API-KEY header; a token of the OpenID provider as the first. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description FORBIDDEN: Use a key or token with a role that may (docs/access.md), or add the host or the page to the configuration key the message names. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description INTERNAL_ERROR: Look for the request id in the log of the service. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /**
             * @description DATABASE_UNAVAILABLE: The database cannot do it just now; send it again shortly.
             *
             *     IDENTITY_UNAVAILABLE: The OpenID provider does not give the keys that tokens are checked with; send it again shortly, or use an API key.
             */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    listMcpServers: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description By name in the configuration */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["McpServers"];
                };
            };
            /** @description UNAUTHORIZED: Send the API key as "Authorization: Bearer KEY" or in the X-API-KEY header; a token of the OpenID provider as the first. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description FORBIDDEN: Use a key or token with a role that may (docs/access.md), or add the host or the page to the configuration key the message names. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description INTERNAL_ERROR: Look for the request id in the log of the service. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /**
             * @description DATABASE_UNAVAILABLE: The database cannot do it just now; send it again shortly.
             *
             *     IDENTITY_UNAVAILABLE: The OpenID provider does not give the keys that tokens are checked with; send it again shortly, or use an API key.
             */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    approveMcpTool: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                server: string;
                tool: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PinApproval"];
            };
        };
        responses: {
            /** @description It may be called */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApprovedPin"];
                };
            };
            /** @description INVALID_REQUEST: Correct the request as the message says and send it again. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description UNAUTHORIZED: Send the API key as "Authorization: Bearer KEY" or in the X-API-KEY header; a token of the OpenID provider as the first. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description FORBIDDEN: Use a key or token with a role that may (docs/access.md), or add the host or the page to the configuration key the message names. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description NOT_FOUND: Check the address and the id. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description INTERNAL_ERROR: Look for the request id in the log of the service. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /**
             * @description DATABASE_UNAVAILABLE: The database cannot do it just now; send it again shortly.
             *
             *     IDENTITY_UNAVAILABLE: The OpenID provider does not give the keys that tokens are checked with; send it again shortly, or use an API key.
             */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    getMe: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The caller */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Me"];
                };
            };
            /** @description UNAUTHORIZED: Send the API key as "Authorization: Bearer KEY" or in the X-API-KEY header; a token of the OpenID provider as the first. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description FORBIDDEN: Use a key or token with a role that may (docs/access.md), or add the host or the page to the configuration key the message names. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description INTERNAL_ERROR: Look for the request id in the log of the service. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /**
             * @description DATABASE_UNAVAILABLE: The database cannot do it just now; send it again shortly.
             *
             *     IDENTITY_UNAVAILABLE: The OpenID provider does not give the keys that tokens are checked with; send it again shortly, or use an API key.
             */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    listSchedules: {
        parameters: {
            query?: {
                /** @description Left out: those with times to come, of all conversations */
                conversationId?: string;
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The next first; a conversation’s newest first */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Schedules"];
                };
            };
            /** @description INVALID_REQUEST: Correct the request as the message says and send it again. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description UNAUTHORIZED: Send the API key as "Authorization: Bearer KEY" or in the X-API-KEY header; a token of the OpenID provider as the first. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description FORBIDDEN: Use a key or token with a role that may (docs/access.md), or add the host or the page to the configuration key the message names. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description INTERNAL_ERROR: Look for the request id in the log of the service. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /**
             * @description DATABASE_UNAVAILABLE: The database cannot do it just now; send it again shortly.
             *
             *     IDENTITY_UNAVAILABLE: The OpenID provider does not give the keys that tokens are checked with; send it again shortly, or use an API key.
             */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    getSchedule: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A UUID */
                conversationId: string;
                /** @description The id of the action that was agreed to */
                scheduleId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description As it stands */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Schedule"];
                };
            };
            /** @description INVALID_REQUEST: Correct the request as the message says and send it again. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description UNAUTHORIZED: Send the API key as "Authorization: Bearer KEY" or in the X-API-KEY header; a token of the OpenID provider as the first. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description FORBIDDEN: Use a key or token with a role that may (docs/access.md), or add the host or the page to the configuration key the message names. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description NOT_FOUND: Check the address and the id. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description INTERNAL_ERROR: Look for the request id in the log of the service. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /**
             * @description DATABASE_UNAVAILABLE: The database cannot do it just now; send it again shortly.
             *
             *     IDENTITY_UNAVAILABLE: The OpenID provider does not give the keys that tokens are checked with; send it again shortly, or use an API key.
             */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    revokeSchedule: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A UUID */
                conversationId: string;
                /** @description The id of the action that was agreed to */
                scheduleId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ScheduleRevocation"];
            };
        };
        responses: {
            /** @description It is stopped */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Schedule"];
                };
            };
            /** @description INVALID_REQUEST: Correct the request as the message says and send it again. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description UNAUTHORIZED: Send the API key as "Authorization: Bearer KEY" or in the X-API-KEY header; a token of the OpenID provider as the first. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description FORBIDDEN: Use a key or token with a role that may (docs/access.md), or add the host or the page to the configuration key the message names. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description NOT_FOUND: Check the address and the id. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description INTERNAL_ERROR: Look for the request id in the log of the service. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /**
             * @description DATABASE_UNAVAILABLE: The database cannot do it just now; send it again shortly.
             *
             *     IDENTITY_UNAVAILABLE: The OpenID provider does not give the keys that tokens are checked with; send it again shortly, or use an API key.
             */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    signIn: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SignIn"];
            };
        };
        responses: {
            /** @description Who has signed in */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Me"];
                };
            };
            /** @description INVALID_REQUEST: Correct the request as the message says and send it again. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description UNAUTHORIZED: Send the API key as "Authorization: Bearer KEY" or in the X-API-KEY header; a token of the OpenID provider as the first. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description FORBIDDEN: Use a key or token with a role that may (docs/access.md), or add the host or the page to the configuration key the message names. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description INTERNAL_ERROR: Look for the request id in the log of the service. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /**
             * @description DATABASE_UNAVAILABLE: The database cannot do it just now; send it again shortly.
             *
             *     IDENTITY_UNAVAILABLE: The OpenID provider does not give the keys that tokens are checked with; send it again shortly, or use an API key.
             */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    signOut: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is signed out here */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SignedOut"];
                };
            };
            /** @description UNAUTHORIZED: Send the API key as "Authorization: Bearer KEY" or in the X-API-KEY header; a token of the OpenID provider as the first. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description FORBIDDEN: Use a key or token with a role that may (docs/access.md), or add the host or the page to the configuration key the message names. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description INTERNAL_ERROR: Look for the request id in the log of the service. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /**
             * @description DATABASE_UNAVAILABLE: The database cannot do it just now; send it again shortly.
             *
             *     IDENTITY_UNAVAILABLE: The OpenID provider does not give the keys that tokens are checked with; send it again shortly, or use an API key.
             */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    getStatistics: {
        parameters: {
            query?: {
                /** @description How far back the buckets go */
                hours?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Numbers */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Statistics"];
                };
            };
            /** @description INVALID_REQUEST: Correct the request as the message says and send it again. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description UNAUTHORIZED: Send the API key as "Authorization: Bearer KEY" or in the X-API-KEY header; a token of the OpenID provider as the first. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description FORBIDDEN: Use a key or token with a role that may (docs/access.md), or add the host or the page to the configuration key the message names. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description INTERNAL_ERROR: Look for the request id in the log of the service. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /**
             * @description DATABASE_UNAVAILABLE: The database cannot do it just now; send it again shortly.
             *
             *     IDENTITY_UNAVAILABLE: The OpenID provider does not give the keys that tokens are checked with; send it again shortly, or use an API key.
             */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    exportSubject: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The user, as ce_conversation.user_id names them: the `sub` of their tokens */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Lines of JSON */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/x-ndjson": components["schemas"]["SubjectExport"];
                };
            };
            /** @description INVALID_REQUEST: Correct the request as the message says and send it again. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/x-ndjson": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description UNAUTHORIZED: Send the API key as "Authorization: Bearer KEY" or in the X-API-KEY header; a token of the OpenID provider as the first. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/x-ndjson": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description FORBIDDEN: Use a key or token with a role that may (docs/access.md), or add the host or the page to the configuration key the message names. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/x-ndjson": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description INTERNAL_ERROR: Look for the request id in the log of the service. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/x-ndjson": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description DATABASE_UNAVAILABLE: The database cannot do it just now; send it again shortly.
             *
             *     IDENTITY_UNAVAILABLE: The OpenID provider does not give the keys that tokens are checked with; send it again shortly, or use an API key.
             */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/x-ndjson": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    eraseSubject: {
        parameters: {
            query?: {
                /** @description Who asks for it, where the key does not say so */
                by?: string;
                /** @description Count, and erase nothing */
                dryRun?: "true" | "false";
            };
            header?: never;
            path: {
                /** @description The user, as ce_conversation.user_id names them: the `sub` of their tokens */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Nothing is left, and there is a receipt; or what a dry run has counted */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Erasure"];
                };
            };
            /** @description Something is left: the same request goes on */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Erasure"];
                };
            };
            /** @description INVALID_REQUEST: Correct the request as the message says and send it again. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description UNAUTHORIZED: Send the API key as "Authorization: Bearer KEY" or in the X-API-KEY header; a token of the OpenID provider as the first. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description FORBIDDEN: Use a key or token with a role that may (docs/access.md), or add the host or the page to the configuration key the message names. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description INTERNAL_ERROR: Look for the request id in the log of the service. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /**
             * @description DATABASE_UNAVAILABLE: The database cannot do it just now; send it again shortly.
             *
             *     IDENTITY_UNAVAILABLE: The OpenID provider does not give the keys that tokens are checked with; send it again shortly, or use an API key.
             */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    listTools: {
        parameters: {
            query?: {
                /** @description Whether those are listed as well that come with the service */
                shipped?: "true" | "false";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Sorted by code */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ToolList"];
                };
            };
            /** @description INVALID_REQUEST: Correct the request as the message says and send it again. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description UNAUTHORIZED: Send the API key as "Authorization: Bearer KEY" or in the X-API-KEY header; a token of the OpenID provider as the first. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description FORBIDDEN: Use a key or token with a role that may (docs/access.md), or add the host or the page to the configuration key the message names. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description NOT_FOUND: Check the address and the id. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description INTERNAL_ERROR: Look for the request id in the log of the service. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description IDENTITY_UNAVAILABLE: The OpenID provider does not give the keys that tokens are checked with; send it again shortly, or use an API key. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    callTool: {
        parameters: {
            query?: never;
            header?: {
                /** @description Calls with the same key are one call: what writes is asked once */
                "Idempotency-Key"?: string;
            };
            path: {
                toolCode: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ToolArguments"];
            };
        };
        responses: {
            /** @description What the tool answered */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ToolResult"];
                };
            };
            /** @description The tool writes: the user is to be asked */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ToolAction"];
                };
            };
            /** @description INVALID_REQUEST: Correct the request as the message says and send it again. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description UNAUTHORIZED: Send the API key as "Authorization: Bearer KEY" or in the X-API-KEY header; a token of the OpenID provider as the first. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description FORBIDDEN: Use a key or token with a role that may (docs/access.md), or add the host or the page to the configuration key the message names. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description NOT_FOUND: Check the address and the id. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description CONVERSATION_BUSY: Another message of this conversation is being answered; send it again later. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description REQUEST_TOO_LARGE: Send a shorter message, or fewer or smaller inputParams or attachments, or raise convengine.limits or convengine.http.body-limit-bytes. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description IDEMPOTENCY_KEY_REUSED: Use a new Idempotency-Key for a different message. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description TOOL_FAILED: The tool failed as the message says; correct the call, or look into what the tool calls. */
            424: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description TOO_MANY_REQUESTS: Send it again after Retry-After, and fewer from then on; convengine.limits.per-minute says how many are allowed. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description INTERNAL_ERROR: Look for the request id in the log of the service. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /**
             * @description DATABASE_UNAVAILABLE: The database cannot do it just now; send it again shortly.
             *
             *     SERVICE_OVERLOADED: Send it again after Retry-After, with the same Idempotency-Key; where that lasts, run more processes.
             *
             *     IDENTITY_UNAVAILABLE: The OpenID provider does not give the keys that tokens are checked with; send it again shortly, or use an API key.
             */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description TURN_TIMEOUT: The turn took too long; send the message again. What was done already is told then, and not repeated. */
            504: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    decideToolAction: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                actionId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ToolDecision"];
            };
        };
        responses: {
            /** @description What it has come to */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ToolAction"];
                };
            };
            /** @description INVALID_REQUEST: Correct the request as the message says and send it again. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description UNAUTHORIZED: Send the API key as "Authorization: Bearer KEY" or in the X-API-KEY header; a token of the OpenID provider as the first. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description FORBIDDEN: Use a key or token with a role that may (docs/access.md), or add the host or the page to the configuration key the message names. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description NOT_FOUND: Check the address and the id. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description CONVERSATION_BUSY: Another message of this conversation is being answered; send it again later. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description TOO_MANY_REQUESTS: Send it again after Retry-After, and fewer from then on; convengine.limits.per-minute says how many are allowed. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description INTERNAL_ERROR: Look for the request id in the log of the service. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /**
             * @description CONVERSATION_PERSIST_FAILED: The turn could not be stored; send the message again. What was done already is told then, and not repeated.
             *
             *     DATABASE_UNAVAILABLE: The database cannot do it just now; send it again shortly.
             *
             *     SERVICE_OVERLOADED: Send it again after Retry-After, with the same Idempotency-Key; where that lasts, run more processes.
             *
             *     IDENTITY_UNAVAILABLE: The OpenID provider does not give the keys that tokens are checked with; send it again shortly, or use an API key.
             */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description TURN_TIMEOUT: The turn took too long; send the message again. What was done already is told then, and not repeated. */
            504: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    scoreLegacyRuleConversion: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    input: {
                        expectations: {
                            scoring: string;
                            strictness: string;
                        };
                        item: {
                            /** @description The statement of the legacy rule, or the value alone */
                            expression: string;
                            objectName: string;
                            /** @description Names that need a counterpart in the template */
                            requiredMappings: string[];
                            ruleFunction: string;
                            sourceFile: string;
                            /** @description The code around the expression */
                            sourceSnippet?: string | null;
                            /** @description `direct`, `conditional` or `manual` */
                            status: string;
                            suggestedProcessor: string;
                            suggestedTemplate?: {
                                [key: string]: unknown;
                            } | null;
                            /** @description `$.event.Severity` or `event.severity` */
                            targetField: string;
                        };
                        /** @enum {string} */
                        schema_version?: "1.0";
                        task: string;
                        trace?: {
                            caller?: string;
                            request_id?: string;
                            session_id?: string;
                        };
                    };
                    /** @enum {string} */
                    tool: "legacy-rule-conversion";
                };
            };
        };
        responses: {
            /** @description The score */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LegacyRuleConversionScore"];
                };
            };
            /** @description VALIDATION_ERROR */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LegacyRuleConversionError"];
                };
            };
            /** @description UNAUTHORIZED */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LegacyRuleConversionError"];
                };
            };
            /** @description NOT_FOUND: it is switched off */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LegacyRuleConversionError"];
                };
            };
            /** @description VALIDATION_ERROR: it is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LegacyRuleConversionError"];
                };
            };
            /** @description MODEL_OUTPUT_ERROR */
            502: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LegacyRuleConversionError"];
                };
            };
        };
    };
    toolSavings: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Calls and characters */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Saved"];
                };
            };
            /** @description UNAUTHORIZED: Send the API key as "Authorization: Bearer KEY" or in the X-API-KEY header; a token of the OpenID provider as the first. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description FORBIDDEN: Use a key or token with a role that may (docs/access.md), or add the host or the page to the configuration key the message names. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description INTERNAL_ERROR: Look for the request id in the log of the service. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description IDENTITY_UNAVAILABLE: The OpenID provider does not give the keys that tokens are checked with; send it again shortly, or use an API key. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    listGivenUpEvents: {
        parameters: {
            query?: {
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description In no order */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GivenUpEvents"];
                };
            };
            /** @description INVALID_REQUEST: Correct the request as the message says and send it again. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description UNAUTHORIZED: Send the API key as "Authorization: Bearer KEY" or in the X-API-KEY header; a token of the OpenID provider as the first. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description FORBIDDEN: Use a key or token with a role that may (docs/access.md), or add the host or the page to the configuration key the message names. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description INTERNAL_ERROR: Look for the request id in the log of the service. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /**
             * @description DATABASE_UNAVAILABLE: The database cannot do it just now; send it again shortly.
             *
             *     IDENTITY_UNAVAILABLE: The OpenID provider does not give the keys that tokens are checked with; send it again shortly, or use an API key.
             */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    sendEventsAgain: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["EventsToSendAgain"];
            };
        };
        responses: {
            /** @description They are due */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventsSentAgain"];
                };
            };
            /** @description INVALID_REQUEST: Correct the request as the message says and send it again. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description UNAUTHORIZED: Send the API key as "Authorization: Bearer KEY" or in the X-API-KEY header; a token of the OpenID provider as the first. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description FORBIDDEN: Use a key or token with a role that may (docs/access.md), or add the host or the page to the configuration key the message names. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description INTERNAL_ERROR: Look for the request id in the log of the service. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /**
             * @description DATABASE_UNAVAILABLE: The database cannot do it just now; send it again shortly.
             *
             *     IDENTITY_UNAVAILABLE: The OpenID provider does not give the keys that tokens are checked with; send it again shortly, or use an API key.
             */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    listWorkflowRuns: {
        parameters: {
            query?: {
                /** @description Left out: those that are held, of all conversations */
                conversationId?: string;
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Held ones oldest first, a conversation’s newest first */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkflowRuns"];
                };
            };
            /** @description INVALID_REQUEST: Correct the request as the message says and send it again. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description UNAUTHORIZED: Send the API key as "Authorization: Bearer KEY" or in the X-API-KEY header; a token of the OpenID provider as the first. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description FORBIDDEN: Use a key or token with a role that may (docs/access.md), or add the host or the page to the configuration key the message names. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description INTERNAL_ERROR: Look for the request id in the log of the service. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /**
             * @description DATABASE_UNAVAILABLE: The database cannot do it just now; send it again shortly.
             *
             *     IDENTITY_UNAVAILABLE: The OpenID provider does not give the keys that tokens are checked with; send it again shortly, or use an API key.
             */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    getWorkflowRun: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A UUID */
                conversationId: string;
                /** @description The idempotency key of the confirmed action that started it */
                runId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description As it stands */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkflowRun"];
                };
            };
            /** @description INVALID_REQUEST: Correct the request as the message says and send it again. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description UNAUTHORIZED: Send the API key as "Authorization: Bearer KEY" or in the X-API-KEY header; a token of the OpenID provider as the first. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description FORBIDDEN: Use a key or token with a role that may (docs/access.md), or add the host or the page to the configuration key the message names. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description NOT_FOUND: Check the address and the id. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description INTERNAL_ERROR: Look for the request id in the log of the service. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /**
             * @description DATABASE_UNAVAILABLE: The database cannot do it just now; send it again shortly.
             *
             *     IDENTITY_UNAVAILABLE: The OpenID provider does not give the keys that tokens are checked with; send it again shortly, or use an API key.
             */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    cancelWorkflowRun: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A UUID */
                conversationId: string;
                /** @description The idempotency key of the confirmed action that started it */
                runId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WorkflowChange"];
            };
        };
        responses: {
            /** @description It has ended, or is being undone */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkflowRun"];
                };
            };
            /** @description INVALID_REQUEST: Correct the request as the message says and send it again. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description UNAUTHORIZED: Send the API key as "Authorization: Bearer KEY" or in the X-API-KEY header; a token of the OpenID provider as the first. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description FORBIDDEN: Use a key or token with a role that may (docs/access.md), or add the host or the page to the configuration key the message names. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description NOT_FOUND: Check the address and the id. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description CONVERSATION_BUSY: Another message of this conversation is being answered; send it again later. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description INTERNAL_ERROR: Look for the request id in the log of the service. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /**
             * @description DATABASE_UNAVAILABLE: The database cannot do it just now; send it again shortly.
             *
             *     IDENTITY_UNAVAILABLE: The OpenID provider does not give the keys that tokens are checked with; send it again shortly, or use an API key.
             */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    retryWorkflowRun: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A UUID */
                conversationId: string;
                /** @description The idempotency key of the confirmed action that started it */
                runId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WorkflowChange"];
            };
        };
        responses: {
            /** @description It goes on */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkflowRun"];
                };
            };
            /** @description INVALID_REQUEST: Correct the request as the message says and send it again. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description UNAUTHORIZED: Send the API key as "Authorization: Bearer KEY" or in the X-API-KEY header; a token of the OpenID provider as the first. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description FORBIDDEN: Use a key or token with a role that may (docs/access.md), or add the host or the page to the configuration key the message names. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description NOT_FOUND: Check the address and the id. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description CONVERSATION_BUSY: Another message of this conversation is being answered; send it again later. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description INTERNAL_ERROR: Look for the request id in the log of the service. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /**
             * @description DATABASE_UNAVAILABLE: The database cannot do it just now; send it again shortly.
             *
             *     IDENTITY_UNAVAILABLE: The OpenID provider does not give the keys that tokens are checked with; send it again shortly, or use an API key.
             */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    settleWorkflowStep: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A UUID */
                conversationId: string;
                /** @description The idempotency key of the confirmed action that started it */
                runId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WorkflowStepFinding"];
            };
        };
        responses: {
            /** @description It is settled */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkflowRun"];
                };
            };
            /** @description INVALID_REQUEST: Correct the request as the message says and send it again. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description UNAUTHORIZED: Send the API key as "Authorization: Bearer KEY" or in the X-API-KEY header; a token of the OpenID provider as the first. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description FORBIDDEN: Use a key or token with a role that may (docs/access.md), or add the host or the page to the configuration key the message names. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description NOT_FOUND: Check the address and the id. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description CONVERSATION_BUSY: Another message of this conversation is being answered; send it again later. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description INTERNAL_ERROR: Look for the request id in the log of the service. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /**
             * @description DATABASE_UNAVAILABLE: The database cannot do it just now; send it again shortly.
             *
             *     IDENTITY_UNAVAILABLE: The OpenID provider does not give the keys that tokens are checked with; send it again shortly, or use an API key.
             */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    signalWorkflowRun: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A UUID */
                conversationId: string;
                /** @description The idempotency key of the confirmed action that started it */
                runId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WorkflowSignal"];
            };
        };
        responses: {
            /** @description It has it */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkflowRun"];
                };
            };
            /** @description INVALID_REQUEST: Correct the request as the message says and send it again. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description UNAUTHORIZED: Send the API key as "Authorization: Bearer KEY" or in the X-API-KEY header; a token of the OpenID provider as the first. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description FORBIDDEN: Use a key or token with a role that may (docs/access.md), or add the host or the page to the configuration key the message names. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description NOT_FOUND: Check the address and the id. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description CONVERSATION_BUSY: Another message of this conversation is being answered; send it again later. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description INTERNAL_ERROR: Look for the request id in the log of the service. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /**
             * @description DATABASE_UNAVAILABLE: The database cannot do it just now; send it again shortly.
             *
             *     IDENTITY_UNAVAILABLE: The OpenID provider does not give the keys that tokens are checked with; send it again shortly, or use an API key.
             */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    getMetrics: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Numbers */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description UNAUTHORIZED: Send the API key as "Authorization: Bearer KEY" or in the X-API-KEY header; a token of the OpenID provider as the first. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description FORBIDDEN: Use a key or token with a role that may (docs/access.md), or add the host or the page to the configuration key the message names. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description INTERNAL_ERROR: Look for the request id in the log of the service. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description IDENTITY_UNAVAILABLE: The OpenID provider does not give the keys that tokens are checked with; send it again shortly, or use an API key. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    createResponse: {
        parameters: {
            query?: never;
            header?: {
                /** @description A request that is sent again with its key does nothing again */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AgentResponseRequest"];
            };
        };
        responses: {
            /** @description The response, or its events */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AgentResponse"];
                };
            };
            /**
             * @description INVALID_REQUEST: Correct the request as the message says and send it again.
             *
             *     INVALID_INPUT_PARAMS: Correct inputParams as the message says and send the message again.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description UNAUTHORIZED: Send the API key as "Authorization: Bearer KEY" or in the X-API-KEY header; a token of the OpenID provider as the first. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description FORBIDDEN: Use a key or token with a role that may (docs/access.md), or add the host or the page to the configuration key the message names. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description NOT_FOUND: Check the address and the id. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description CONVERSATION_BUSY: Another message of this conversation is being answered; send it again later. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description REQUEST_TOO_LARGE: Send a shorter message, or fewer or smaller inputParams or attachments, or raise convengine.limits or convengine.http.body-limit-bytes. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description IDEMPOTENCY_KEY_REUSED: Use a new Idempotency-Key for a different message. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description TOO_MANY_REQUESTS: Send it again after Retry-After, and fewer from then on; convengine.limits.per-minute says how many are allowed. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description INTERNAL_ERROR: Look for the request id in the log of the service. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /**
             * @description SERVICE_OVERLOADED: Send it again after Retry-After, with the same Idempotency-Key; where that lasts, run more processes.
             *
             *     DATABASE_UNAVAILABLE: The database cannot do it just now; send it again shortly.
             *
             *     IDENTITY_UNAVAILABLE: The OpenID provider does not give the keys that tokens are checked with; send it again shortly, or use an API key.
             */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description TURN_TIMEOUT: The turn took too long; send the message again. What was done already is told then, and not repeated. */
            504: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
}
