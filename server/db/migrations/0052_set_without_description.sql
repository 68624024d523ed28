ALTER TABLE "permission_sets" ALTER COLUMN "description" DROP DEFAULT;--> statement-breakpoint
ALTER TABLE "permission_sets" ALTER COLUMN "description" DROP NOT NULL;--> statement-breakpoint
-- A set without a description has none, as in every other record: '' was sorted first. The trigger would refuse the change of a database
-- without staff, where no active SUPER_ADMIN can be left.
ALTER TABLE "permission_sets" DISABLE TRIGGER "permission_sets_keep_super_admin";--> statement-breakpoint
UPDATE "permission_sets" SET "description" = NULL WHERE "description" = '';--> statement-breakpoint
ALTER TABLE "permission_sets" ENABLE TRIGGER "permission_sets_keep_super_admin";
