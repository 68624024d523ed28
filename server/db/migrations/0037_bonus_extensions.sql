CREATE TABLE "bonus_extensions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"grant_id" uuid NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"requested_by" uuid NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "user_bonuses" ADD COLUMN "settled_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "bonus_extensions" ADD CONSTRAINT "bonus_extensions_grant_id_user_bonuses_id_fk" FOREIGN KEY ("grant_id") REFERENCES "public"."user_bonuses"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bonus_extensions" ADD CONSTRAINT "bonus_extensions_requested_by_staff_id_fk" FOREIGN KEY ("requested_by") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "user_bonuses_unsettled" ON "user_bonuses" USING btree ("expires_at") WHERE outcome = 'ACTIVE' and settled_at is null;--> statement-breakpoint
CREATE TRIGGER "bonus_extensions_kept" BEFORE UPDATE OR DELETE ON "bonus_extensions" FOR EACH ROW EXECUTE FUNCTION "refuse_approval_change"();
