CREATE TABLE "user_documents" (
	"id" uuid PRIMARY KEY NOT NULL,
	"reference" text NOT NULL,
	"user_id" uuid NOT NULL,
	"doc_type" text NOT NULL,
	"outcome" text DEFAULT 'PENDING' NOT NULL,
	"submitted_at" timestamp (3) with time zone NOT NULL,
	"attempt_no" integer DEFAULT 1 NOT NULL,
	"number" text,
	"expires_at" timestamp (3) with time zone,
	"decided_by_id" uuid,
	"decided_at" timestamp (3) with time zone,
	"reason_codes" text[] DEFAULT '{}' NOT NULL,
	"user_text" text,
	"search_text" text GENERATED ALWAYS AS (fold(coalesce(reference, ''))) STORED NOT NULL,
	"claimed_by" uuid,
	"claim_until" timestamp (3) with time zone,
	"store_code" text,
	"created_by" uuid,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"version" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
ALTER TABLE "user_documents" ADD CONSTRAINT "user_documents_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_documents" ADD CONSTRAINT "user_documents_decided_by_id_staff_id_fk" FOREIGN KEY ("decided_by_id") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "user_documents_reference_unique" ON "user_documents" USING btree (lower("reference"));--> statement-breakpoint
CREATE INDEX "user_documents_submitted_at" ON "user_documents" USING btree ("submitted_at","id");--> statement-breakpoint
CREATE INDEX "user_documents_store_code_submitted_at" ON "user_documents" USING btree ("store_code","submitted_at","id");--> statement-breakpoint
CREATE INDEX "user_documents_outcome_submitted_at" ON "user_documents" USING btree ("outcome","submitted_at","id");--> statement-breakpoint
CREATE INDEX "user_documents_store_code_outcome_submitted_at" ON "user_documents" USING btree ("store_code","outcome","submitted_at","id");--> statement-breakpoint
CREATE INDEX "user_documents_doc_type_submitted_at" ON "user_documents" USING btree ("doc_type","submitted_at","id");--> statement-breakpoint
CREATE INDEX "user_documents_store_code_doc_type_submitted_at" ON "user_documents" USING btree ("store_code","doc_type","submitted_at","id");--> statement-breakpoint
CREATE INDEX "user_documents_outcome_doc_type_submitted_at" ON "user_documents" USING btree ("outcome","doc_type","submitted_at","id");--> statement-breakpoint
CREATE INDEX "user_documents_store_code_outcome_doc_type_submitted_at" ON "user_documents" USING btree ("store_code","outcome","doc_type","submitted_at","id");--> statement-breakpoint
CREATE INDEX "user_documents_user_id_submitted_at" ON "user_documents" USING btree ("user_id","submitted_at","id");--> statement-breakpoint
CREATE INDEX "user_documents_store_code_user_id_submitted_at" ON "user_documents" USING btree ("store_code","user_id","submitted_at","id");--> statement-breakpoint
CREATE INDEX "user_documents_search" ON "user_documents" USING gin ("search_text" gin_trgm_ops);