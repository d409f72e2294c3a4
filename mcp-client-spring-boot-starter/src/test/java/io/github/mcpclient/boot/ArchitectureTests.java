package io.github.mcpclient.boot;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.syntax.ArchRuleDefinition;
import com.tngtech.archunit.library.dependencies.SlicesRuleDefinition;
import org.junit.jupiter.api.Test;

import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.context.annotation.Bean;

/**
 * The rules of the house that a tool can check.
 */
class ArchitectureTests {

	private static final JavaClasses CLASSES = new ClassFileImporter()
		.withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
		.importPackages("io.github.mcpclient.boot");

	@Test
	void autoConfigurationsArePublicAndFinal() {
		ArchRuleDefinition.classes()
			.that()
			.areAnnotatedWith(AutoConfiguration.class)
			.should()
			.bePublic()
			.andShould()
			.haveModifier(JavaModifier.FINAL)
			.check(CLASSES);
	}

	@Test
	void beanMethodsArePackagePrivate() {
		ArchRuleDefinition.methods().that().areAnnotatedWith(Bean.class).should().bePackagePrivate().check(CLASSES);
	}

	@Test
	void packagesHaveNoCycles() {
		SlicesRuleDefinition.slices().matching("io.github.mcpclient.(**)").should().beFreeOfCycles().check(CLASSES);
	}

	@Test
	void whatApplicationsImplementKnowsNoAutoConfiguration() {
		ArchRuleDefinition.noClasses()
			.that()
			.resideInAPackage("io.github.mcpclient.boot")
			.should()
			.dependOnClassesThat()
			.resideInAnyPackage("io.github.mcpclient.boot.*..")
			.check(CLASSES);
	}

	@Test
	void onlyHealthKnowsTheActuator() {
		ArchRuleDefinition.noClasses()
			.that()
			.resideOutsideOfPackage("io.github.mcpclient.boot.health")
			.should()
			.dependOnClassesThat()
			.resideInAnyPackage("org.springframework.boot.health..", "org.springframework.boot.actuate..")
			.check(CLASSES);
	}

	@Test
	void whatIsPublicIsMeantForApplications() {
		ArchRuleDefinition.classes()
			.that()
			.arePublic()
			.should()
			.haveSimpleNameEndingWith("AutoConfiguration")
			.orShould()
			.haveSimpleNameEndingWith("Properties")
			.orShould()
			.beEnums()
			.orShould()
			.resideInAPackage("io.github.mcpclient.boot")
			.check(CLASSES);
	}

	@Test
	void noClassIsAHelper() {
		ArchRuleDefinition.noClasses().should().haveNameMatching(".*(Utils?|Helper|Impl)").check(CLASSES);
	}

}
